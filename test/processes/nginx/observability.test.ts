/** Access log, request ids and metrics of the edge; none of them contains a key. */
import { lutimes, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { whileMeasuring } from '../../../releases/command-metrics.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { readAccessLog } from '../../helpers/access-log.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { createClient, sendRaw } from '../../helpers/http-client.ts';
import { startTestNginx, untilServed } from '../../helpers/nginx.ts';
import { addKey, bearer, compileInto } from '../../helpers/pricing-app.ts';
import { until } from '../../helpers/until.ts';
import { edge, proxyAddress, readMetrics } from './edge.ts';
import { served } from './served.ts';

test.serial(
  'every answer has its own request id, and the log line with this id describes the answer',
  async (t) => {
    const client = edge().client();
    const expected = [
      ['/v1/products?locale=fr-CA', { route: 'list', answer: 'list', sku: '', status: 200 }],
      ['/v1/products/TEE-1', { route: 'detail', answer: 'detail', sku: 'TEE-1', locale: '' }],
      ['/v1/products/export', { route: 'export', sku: '' }],
      ['/v1/products/inventory', { route: 'inventory', sku: '' }],
      ['/v1/products/changes', { route: 'changes', sku: '' }],
      ['/v1/products/pricing', { route: 'catalogPricing', sku: '' }],
      [
        '/v1/products/TEE-1/pricing',
        { route: 'productPricing', answer: 'keyed', sku: 'TEE-1', status: 503 },
      ],
      ['/v1/sync/activeProduct?locale=no%22such', { route: 'sync', status: 400, locale: 'other' }],
      ['/nothing', { route: 'missing', status: 404 }],
    ] as const;
    const ids: unknown[] = [];
    for (const [path] of expected) {
      const key = path.endsWith('/pricing') ? bearer('x') : {};
      const headers = { ...key, 'Accept-Encoding': 'gzip' };
      ids.push((await client(path, { headers })).headers['x-request-id']);
    }
    const posted = await client('/docs/errors', { method: 'POST' });
    // One client per request, so that the connections are spread over the workers.
    const many = await Promise.all(
      Array.from({ length: 100 }, () => edge().client()('/v1/health')),
    );
    const all = [...ids, ...many.map((reply) => reply.headers['x-request-id'])];
    t.is(new Set(all).size, all.length);
    for (const id of all) t.regex(String(id), /^[0-9a-f]{32}$/);

    const lines = await readAccessLog(edge().folder, [...ids, posted.headers['x-request-id']]);
    for (const [index, [, members]] of expected.entries()) t.like(lines[index], members);
    const [list, , , , , , keyed] = lines;
    t.like(lines.at(-1), { route: 'pages', method: 'POST', status: 405 });
    t.like(list, { locale: 'fr-CA', encoding: 'gzip', protocol: 'HTTP/1.1', upstreamStatus: '' });
    t.is(typeof list?.['seconds'], 'number');
    t.regex(String(list?.['time']), /^\d{4}-\d\d-\d\dT/);
    t.regex(String(list?.['client']), /^127\./);
    t.is(keyed?.['upstreamStatus'], '502');
    t.regex(String(keyed?.['upstreamSeconds']), /^\d+\.\d+$/);
  },
);

test.serial('only a valid request id from a trusted proxy is used', async (t) => {
  const idOf = async (client: ReturnType<typeof createClient>, given: string) => {
    const headers = { 'X-Request-Id': given, 'X-Forwarded-For': '203.0.113.9' };
    return String((await client('/v1/health', { headers })).headers['x-request-id']);
  };
  const valid = '8f2c1d-CDN:12345';
  const proxy = edge().clientAt(proxyAddress);
  t.is(await idOf(proxy, valid), valid);
  for (const odd of ['short', 'with space inside', '"quoted-id-here"', 'x'.repeat(129)]) {
    t.regex(await idOf(proxy, odd), /^[0-9a-f]{32}$/);
  }
  t.regex(await idOf(edge().client(), valid), /^[0-9a-f]{32}$/);
});

test.serial('no log and no metric contains a key, wherever a client puts it', async (t) => {
  const { folder, log: errors, port, metricsPort } = edge();
  const client = edge().client();
  const key = `ppc_${'Ab1'.repeat(12)}xy`;
  const headers = {
    ...{ Authorization: `Bearer ${key}`, 'X-Request-Id': key, Referer: key, Cookie: key },
    ...{ 'User-Agent': key, 'X-Forwarded-For': key, 'If-None-Match': key },
  };
  const products = ['', '/TEE-1', '/TEE-1/pricing', '/pricing', `/${key}`, `/${key}/pricing`];
  const others = ['/v1/sync/activeProduct', '/docs/errors', '/nothing', `/${key}`];
  const ids = [];
  for (const path of [...products.map((each) => `/v1/products${each}`), ...others]) {
    for (const query of [`?key=${key}`, `?locale=${key}`, `?company=${key}`]) {
      ids.push((await client(path + query, { headers })).headers['x-request-id']);
    }
  }
  await sendRaw(port, `GET /v1/products?${key} HTTP/1.1\r\nHost: x\r\nBad ${key}\r\n\r\n`);
  await sendRaw(port, `${key} /v1/products?${key} HTTP/1.1\r\n\r\n`);
  t.is((await readAccessLog(folder, ids)).length, 30);
  const metrics = await createClient(metricsPort)('/metrics');
  const log = await readFile(join(folder, 'logs', 'access.log'), 'utf8');
  for (const text of [log, errors(), metrics.text]) t.notRegex(text, /ppc_/i);
});

test.serial("the pricing service logs a failed request with nginx's id", async (t) => {
  const { app, client } = served();
  const key = await addKey(app.redis, { id: 'not-verified-yet' });
  app.redis.freeze();
  t.teardown(() => app.redis.thaw());
  const headers = { ...bearer(key), 'X-Request-Id': 'chosen-by-a-client' };
  const reply = await client()(`/v1/products/pricing?${key}`, { headers });
  t.is(reply.status, 503);
  const line = app.logged.findLast((each) => each.includes('"event":"upstream_unavailable"'));
  t.like(JSON.parse(line ?? ''), {
    requestId: reply.headers['x-request-id'],
    route: 'catalogPricing',
  });
});

test.serial('metrics count connections, errors by route, and refusals by limit', async (t) => {
  const { metricsPort } = edge();
  const [client, greedy] = [edge().client(), edge().client()];
  const before = await readMetrics(edge());
  await client('/v1/products/NOBODY-1');
  await client('/v1/products/NOBODY-2');
  await Promise.all(Array.from({ length: 250 }, () => greedy('/v1/health')));
  const after = await readMetrics(edge());
  const added = (sample: string) => (after.get(sample) ?? NaN) - (before.get(sample) ?? 0);
  t.is(added('catalogue_error_answers_total{route="detail",status="404"}'), 2);
  t.is(added('catalogue_limited_total{limit="hard"}'), 49);
  t.true(added('nginx_http_requests_total') >= 252);
  t.true(added('nginx_connections_accepted_total') >= 2);
  const free = after.get('catalogue_advisory_memory_bytes{part="free"}') ?? 0;
  t.true(free > 0 && free < (after.get('catalogue_advisory_memory_bytes{part="capacity"}') ?? 0));
  const page = await createClient(metricsPort)('/metrics');
  t.regex(String(page.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  for (const line of page.text.trimEnd().split('\n')) {
    t.regex(
      line,
      /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \d+)$/,
    );
  }
  t.is((await createClient(metricsPort)('/v1/products')).status, 404);
});

test.serial(
  'a problem that is requested with a test key is not counted as an error of the edge, even if no instance answers',
  async (t) => {
    const countOf = async (nginx: Parameters<typeof readMetrics>[0], sample: string) =>
      (await readMetrics(nginx)).get(`catalogue_error_answers_total{${sample}}`) ?? 0;
    const refused = 'route="catalogPricing",status="401"';
    const [before, client] = [await countOf(served(), refused), served().client()];
    const ask = async (key: string) =>
      (await client('/v1/products/pricing', { headers: bearer(key) })).status;
    const statuses: number[] = [];
    for (const { key } of testKeys) statuses.push(await ask(key));
    t.deepEqual(statuses, [200, 200, 401, 401, 429, 503]);
    t.is(await countOf(served(), refused), before);
    t.is(await ask('ppc_bad'), 401);
    t.is(await countOf(served(), refused), before + 1);

    const failed = 'route="productPricing",status="503"';
    const failedBefore = await countOf(edge(), failed);
    for (const [key, more] of [[testKeys[0].key, 0] as const, ['x', 1] as const]) {
      const { status } = await edge().client()('/v1/products/TEE-1/pricing', {
        headers: bearer(key),
      });
      t.is(status, 503);
      t.is(await countOf(edge(), failed), failedBefore + more);
    }
  },
);

test.serial('metrics have the age of the sync listing if there is one', async (t) => {
  const { folder } = edge();
  t.false((await readMetrics(edge())).has('catalogue_listing_age_seconds'));
  const sync = join(folder, 'dist/sync');
  await mkdir(sync);
  t.teardown(() => rm(sync, { recursive: true }));
  const askedAt = Math.floor(Date.now() / 1000) - 100;
  for (const [left, expired] of [[1000, 0] as const, [100, 1] as const]) {
    await writeFile(join(sync, 'validity'), `${askedAt} ${askedAt + left}\n`);
    const metrics = await readMetrics(edge());
    t.true((metrics.get('catalogue_listing_age_seconds') ?? 0) >= 100);
    t.is(metrics.get('catalogue_listing_expired'), expired);
  }
});

test.serial(
  'metrics contain the release, when it became current and when it must be rebuilt, also after a swap',
  async (t) => {
    const { folder, manifest } = edge();
    const out = join(folder, 'dist');
    const infoOf = (release: string) => `catalogue_release_info{release="${release}"}`;
    const due = 'catalogue_release_due_timestamp_seconds';
    const linkedAt = new Date('2028-02-01T12:00:05Z');
    await lutimes(join(out, 'current'), linkedAt, linkedAt);
    const before = await readMetrics(edge());
    t.is(before.get('catalogue_release_current_timestamp_seconds'), linkedAt.getTime() / 1000);
    t.is(before.get(infoOf(manifest.release)), 1);
    t.false(before.has(due));

    const content = await copyContent(t);
    // A leap day.
    await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2028-02-29",');
    const at = new Date('2027-01-01');
    const next = (await deploy({ content: content.path, out, baseUrl, at })).manifest;
    t.teardown(async () => {
      await pointAt(out, { current: join('releases', manifest.release) });
      await untilServed(edge().client(), manifest.release);
    });
    await untilServed(edge().client(), next.release);
    const after = await readMetrics(edge());
    t.is(after.get(due), Date.parse(next.dueAt ?? '') / 1000);
    t.is(after.get(infoOf(next.release)), 1);
    t.false(after.has(infoOf(manifest.release)));
  },
);

test.serial(
  'an answer of a truncated file is counted, and none that is whole, aborted, HEAD or 304',
  async (t) => {
    const folder = await makeFolder(t);
    const out = join(folder, 'dist');
    const { release } = await compileInto(out);
    const file = join(out, 'releases', release, 'public/assets/large.svg');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.alloc(30_000_000, 'x'));
    // One worker, because each has its own cache of open files.
    const edits = {
      'settings/process.conf': (text: string) => text.replace('processes 2', 'processes 1'),
    };
    const nginx = await startTestNginx(t, { folder, baseUrl, pricingPort: 1, release, edits });
    const client = createClient(nginx.port);
    await untilServed(client, release);
    const list = join(out, 'releases', release, 'public/v1/products/index.en-CA.json');
    const identity = { 'Accept-Encoding': 'identity' };
    const ask = (path: string, options = {}) =>
      client(path, {
        ...options,
        headers: { ...identity, ...(options as { headers?: object }).headers },
      });
    const { headers } = await ask('/v1/products?locale=en-CA');
    await ask('/v1/products?locale=en-CA', { method: 'HEAD' });
    const cached = { 'If-None-Match': String(headers['etag']) };
    t.is((await ask('/v1/products?locale=en-CA', { headers: cached })).status, 304);
    await new Promise<void>((resolve) => {
      const request = get({ port: nginx.port, path: '/assets/large.svg' }, (response) => {
        response.once('data', () => request.destroy());
        response.once('close', resolve).on('error', () => {});
      });
    });
    const shortAnswers = async (route: string) =>
      (await readMetrics(nginx)).get(`catalogue_short_answers_total{route="${route}"}`);
    const lines = async () => (await readFile(join(folder, 'logs/access.log'), 'utf8')).split('\n');
    await until(async () => (await lines()).some((line) => line.includes('"assets"')));
    t.deepEqual([await shortAnswers('list'), await shortAnswers('assets')], [undefined, undefined]);
    await truncate(list, 100);
    await t.throwsAsync(ask('/v1/products?locale=en-CA'));
    await until(async () => (await shortAnswers('list')) === 1);
    await truncate(list, 0);
    await t.throwsAsync(ask('/v1/products?locale=en-CA'));
    await until(async () => (await shortAnswers('list')) === 2);
    await nginx.logged(/index\.en-CA\.json has 100 bytes, and \d+ were announced/);
  },
);

test.serial(
  'the private port shows the pin and the metrics of commands, and is ready only with a release',
  async (t) => {
    const { folder, metricsPort, manifest } = edge();
    const ready = () => createClient(metricsPort)('/ready');
    t.is((await ready()).text, `ready\nrelease ${manifest.release}\n`);
    const dist = join(folder, 'dist');
    await mkdir(join(dist, 'metrics'));
    const end = { outcome: 'succeeded', now: () => Date.parse('2026-12-01T12:00:00Z') } as const;
    const terminal = { env: {}, stderr: process.stderr };
    await whileMeasuring('pull', { out: dist, now: end.now }, terminal, async (report) => {
      report({ sequence: 17, time: '2026-12-01T11:00:00Z', validUntil: '2026-12-08T11:00:00Z' });
      return 0;
    });
    const pin = { release: manifest.release, since: '2026-12-01T09:30:00.000Z', by: 'anna' };
    await writeFile(join(dist, 'pinned'), JSON.stringify(pin));
    const metrics = await readMetrics(edge());
    const pinned = 'catalogue_release_pinned_timestamp_seconds';
    t.is(metrics.get(pinned), Date.parse(pin.since) / 1000);
    t.is(metrics.get('catalogue_pull_pointer_sequence'), 17);
    t.regex(
      (await ready()).text,
      /^ready\nrelease \w{16}\npinned since 2026-12-01 09:30 UTC by anna\nlast pull 2026-12-01 12:00 UTC\npointer 17 (valid until|expired) 2026-12-08 11:00 UTC\n$/,
    );
    await writeFile(join(dist, 'pinned'), JSON.stringify({ ...pin, release: '0'.repeat(16) }));
    t.false((await readMetrics(edge())).has(pinned), 'the pin of another release has no effect');
    const health = join(dist, 'releases', manifest.release, 'public/v1/health.json');
    await rename(health, `${health}.away`);
    const answer = await ready();
    t.deepEqual([answer.status, answer.text], [503, 'no release can be read\n']);
    await rename(`${health}.away`, health);
    for (const name of ['metrics', 'pinned']) await rm(join(dist, name), { recursive: true });
  },
);
