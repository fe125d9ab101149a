/** nginx with the project's configuration, without a pricing service, with releases that the tests make. */
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { prepareFolder } from '../../../infra/local/start-nginx.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { serveWithNginx, untilServed } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';

const run = promisify(execFile);

/**
 * Starts nginx with a release of the fixture catalogue, which `compile` writes; nothing listens on the port of the
 * pricing service. Returns the output folder, the manifest, a client and the port of nginx.
 */
async function serveFixture(t: ExecutionContext, compile = compileInto) {
  const folder = await makeFolder(t);
  const out = join(folder, 'dist');
  const manifest = await compile(out);
  const pricingPort = await findPort('127.0.0.1', 0);
  const port = await serveWithNginx(t, { folder, baseUrl, pricingPort, release: manifest.release });
  return { out, manifest, client: createClient(port), port };
}

test.serial('nginx accepts the configuration of the repository', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'infra'));
  for (const name of ['run', 'tmp', 'logs']) await mkdir(join(folder, name));
  for (const part of ['nginx.conf', 'nginx']) {
    await cp(join('infra', part), join(folder, 'infra', part), { recursive: true });
  }
  const conf = join(folder, 'infra', 'nginx.conf');
  const { stderr } = await run('nginx', ['-t', '-q', '-p', folder, '-c', conf]);
  t.is(stderr, '');
});

test.serial(
  'nginx accepts the settings of a local run over TLS whose folder has a space in its name',
  async (t) => {
    const folder = join(await makeFolder(t), 'a b');
    await mkdir(folder);
    const certificate = await makeSelfSignedCertificate(folder);
    const host = '127.0.0.1';
    const freePort = () => findPort(host, 0);
    const tls = { ...certificate, plainPort: await freePort() };
    const pricingPort = await freePort();
    const [port, metricsPort] = [await freePort(), await freePort()];
    await prepareFolder({ folder, host, port, metricsPort, pricingPort, baseUrl, tls });
    const conf = join(folder, 'infra', 'nginx.conf');
    const { stderr } = await run('nginx', ['-t', '-q', '-p', folder, '-c', conf]);
    t.is(stderr, '');
  },
);

test.serial(
  'without the pricing service and a sync listing, keyed routes get 503 and the sync route 502, with Retry-After, and other routes work',
  async (t) => {
    const { client } = await serveFixture(t);
    t.is((await client('/v1/products')).status, 200);
    for (const query of ['', '?company=nobody', '?locale=fr-CA']) {
      const reply = await client(`/v1/sync/activeProduct${query}`);
      t.is(reply.status, 502);
      t.is(reply.headers['retry-after'], '30');
      t.is(reply.headers['cache-control'], 'no-store');
      t.deepEqual(Object.keys(reply.json() as object), ['error']);
    }
    const headers = { Authorization: 'Bearer x' };
    for (const path of ['/v1/products/pricing', '/v1/products/X/pricing', '/v1/products/X']) {
      const reply = await client(path, { headers });
      t.is(reply.status, 503);
      t.is(reply.headers['retry-after'], '5');
      t.is(reply.headers['cache-control'], 'no-store');
      t.is(reply.headers['content-type'], 'application/problem+json');
      t.truthy(reply.headers['ratelimit']);
      t.like(reply.json() as Record<string, unknown>, {
        code: 'upstream_unavailable',
        status: 503,
        instance: path,
        type: `${baseUrl}/docs/errors#error-upstream_unavailable`,
      });
    }
  },
);

test.serial(
  'a new release is served without a reload, and an edit of equal length never causes 304',
  async (t) => {
    const { client, out } = await serveFixture(t);
    const content = await copyContent(t);
    const old = await client('/v1/products');
    const [, price = ''] = /"price":(\d+\.\d)/.exec(old.text) ?? [];
    const digit = price.endsWith('1') ? '2' : '1';
    await content.replace('prices/msrp.csv', price, price.slice(0, -1) + digit);
    const { manifest } = await deploy({ content: content.path, out, baseUrl });
    await untilServed(client, manifest.release);

    const headers = { 'If-None-Match': String(old.headers['etag']) };
    const fresh = await client('/v1/products', { headers });
    t.is(fresh.status, 200);
    t.is(fresh.bytes.length, old.bytes.length);
    t.not(fresh.headers['etag'], old.headers['etag']);
    t.not(fresh.text, old.text);
  },
);

test.serial('no request during swaps gets an error or a mix of releases', async (t) => {
  const { client, out, manifest, port } = await serveFixture(t);
  const other = await deploy({ content: fixtureContent, out, baseUrl: `${baseUrl}/b` });
  const releases = [manifest.release, other.manifest.release];
  const files = ['/v1/products', '/v1/products/TEE-1', '/openapi.json'].flatMap((path) =>
    ['identity', 'gzip', 'br'].map((coding) => [path, coding] as const),
  );
  const targets = [...files, ['/v1/health', 'identity'] as const];
  const ask = async (asking: typeof client, [path, coding]: readonly [string, string]) => {
    const { status, headers, text } = await asking(path, {
      headers: { 'Accept-Encoding': coding },
    });
    return JSON.stringify([path, status, headers['etag'], headers['content-encoding'], text]);
  };
  const whole = new Set<string>();
  for (const release of releases) {
    await pointAt(out, 'current', join('releases', release));
    await untilServed(client, release);
    for (const target of targets) whole.add(await ask(client, target));
  }
  t.is(whole.size, 2 * targets.length, 'every answer of one release differs from the other');

  const seen = new Set<string>();
  for (let swap = 0; swap < 6; swap += 1) {
    const release = releases[swap % 2] ?? '';
    await pointAt(out, 'current', join('releases', release));
    let isServed = false;
    const swapped = untilServed(createClient(port), release).then(() => {
      isServed = true;
    });
    while (!isServed) {
      const crowd = createClient(port);
      const answers = Array.from({ length: 50 }, (_, index) =>
        ask(crowd, targets[index % targets.length] ?? ['/', '']),
      );
      for (const answer of await Promise.all(answers)) {
        t.true(whole.has(answer), answer.slice(0, 200));
        seen.add(answer);
      }
    }
    await swapped;
  }
  t.is(seen.size, whole.size);
});

test.serial(
  'equal bytes have equal entity tags on two separately built servers, and across releases',
  async (t) => {
    const build = async (out: string) =>
      (await deploy({ content: fixtureContent, out, baseUrl })).manifest;
    const [one, two] = [await serveFixture(t), await serveFixture(t, build)];
    const paths = ['/v1/products', '/v1/products/TEE-1', '/v1/products/BAG-5', '/openapi.json'];
    const tagsOf = async ({ client }: typeof one) => {
      const replies = paths.flatMap((path) =>
        ['identity', 'gzip', 'br'].map((coding) =>
          client(path, { headers: { 'Accept-Encoding': coding } }),
        ),
      );
      return (await Promise.all(replies)).map(({ headers }) => String(headers['etag']));
    };
    const before = await tagsOf(one);
    t.is(new Set(before).size, before.length);
    t.deepEqual(await tagsOf(two), before);

    const content = await copyContent(t);
    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    const changedRelease = await deploy({ content: content.path, out: one.out, baseUrl });
    await untilServed(one.client, changedRelease.manifest.release);
    const after = await tagsOf(one);
    const changed = paths.filter((_, index) => after[3 * index] !== before[3 * index]);
    t.deepEqual(changed, ['/v1/products/TEE-1']);
  },
);

test.serial(
  'without a release, the problem internal_error of the list has a member named error, and that of health has none',
  async (t) => {
    const { client, out } = await serveFixture(t);
    await rm(join(out, 'current'));
    await untilServed(client, undefined);
    const list = await client('/v1/products');
    t.is(list.status, 500);
    t.is(list.headers['cache-control'], 'no-store');
    const body = list.json() as { code: string; detail: string; error: string };
    t.is(body.code, 'internal_error');
    t.is(body.error, body.detail);
    const health = await client('/v1/health');
    t.is(health.status, 500);
    t.false(Object.hasOwn(health.json() as object, 'error'));
  },
);
