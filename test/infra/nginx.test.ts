/** nginx with the project's configuration, without a pricing service, over releases made here. */
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { compile } from '../../build/compile.ts';
import { pointAt } from '../../build/release/write-tree.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';

const baseUrl = 'https://api.example.test';
const run = promisify(execFile);

/** A served release of the fixture catalogue; the port of the pricing service has nobody listening. */
async function serveFixture(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const out = join(folder, 'dist');
  const { manifest } = await compile({ content: fixtureContent, out, baseUrl });
  const pricingPort = await findPort('127.0.0.1', 0);
  const port = await serveWithNginx(t, { folder, baseUrl, pricingPort, release: manifest.release });
  return { out, manifest, client: createClient(port), port };
}

test('the configuration is valid as it stands in the repository', async (t) => {
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

test('without the pricing service public routes answer and keyed ones say when to come back', async (t) => {
  const { client } = await serveFixture(t);
  t.is((await client('/v1/products')).status, 200);
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
});

test('a new release is served at once, and an edit of equal length is no 304', async (t) => {
  const { client, out } = await serveFixture(t);
  const content = await copyContent(t);
  const old = await client('/v1/products');
  const [, price = ''] = /"price":(\d+\.\d)/.exec(old.text) ?? [];
  const digit = price.endsWith('1') ? '2' : '1';
  await content.replace('prices/msrp.csv', price, price.slice(0, -1) + digit);
  await compile({ content: content.path, out, baseUrl });

  const headers = { 'If-None-Match': String(old.headers['etag']) };
  const fresh = await client('/v1/products', { headers });
  t.is(fresh.status, 200);
  t.is(fresh.bytes.length, old.bytes.length);
  t.not(fresh.headers['etag'], old.headers['etag']);
  t.not(fresh.text, old.text);
});

test('no request sees an error or a mix while releases are swapped', async (t) => {
  const { client, out, manifest } = await serveFixture(t);
  const other = await compile({ content: fixtureContent, out, baseUrl: `${baseUrl}/b` });
  const releases = [manifest.release, other.manifest.release];
  const seen = new Set<string>();
  for (let swaps = 0; swaps < 60; swaps += 1) {
    const swap = pointAt(out, 'current', join('releases', releases[swaps % 2] ?? ''));
    const [one, two] = await Promise.all([client('/v1/health'), client('/v1/health'), swap]);
    for (const reply of [one, two]) {
      t.is(reply.status, 200);
      const { release } = reply.json() as { release: string };
      t.true(releases.includes(release));
      seen.add(release);
    }
  }
  t.is(seen.size, 2);
});

test('a list that is missing is an internal error with the member error', async (t) => {
  const { client, out } = await serveFixture(t);
  await rm(join(out, 'current'));
  const list = await client('/v1/products');
  t.is(list.status, 500);
  t.is(list.headers['cache-control'], 'no-store');
  const body = list.json() as { code: string; detail: string; error: string };
  t.is(body.code, 'internal_error');
  t.is(body.error, body.detail);
  const health = await client('/v1/health');
  t.is(health.status, 500);
  t.false(Object.hasOwn(health.json() as object, 'error'));
});

test('a sync listing that is missing is a plain 502 with Retry-After', async (t) => {
  const { client, out } = await serveFixture(t);
  await rm(join(out, 'sync', 'current'));
  for (const query of ['', '?company=nobody', '?locale=fr-CA']) {
    const reply = await client(`/v1/sync/activeProduct${query}`);
    t.is(reply.status, 502);
    t.is(reply.headers['retry-after'], '5');
    t.is(reply.headers['cache-control'], 'no-store');
    t.deepEqual(Object.keys(reply.json() as object), ['error']);
  }
});
