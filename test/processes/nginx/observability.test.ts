/** Access log, request ids and metrics of the edge; none of them contains a key. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { testKeys } from '../../../contract/test-keys.ts';
import { type AccessLogLine, readAccessLog } from '../../helpers/access-log.ts';
import { baseUrl } from '../../helpers/content.ts';
import { createClient, sendRaw } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { addKey, bearer, nextState, startPricingApp } from '../../helpers/pricing-app.ts';
import { serveEdge } from './edge.ts';

/** Serves the fixture without a pricing service. */
const edge = serveEdge(test);
/** Serves the fixture like `edge`, but trusts the header X-Forwarded-For from loopback addresses, as behind a proxy. */
const trusting = serveEdge(test, {
  edits: {
    'trusted-proxies.conf': () =>
      'set_real_ip_from 127.0.0.0/8;\nreal_ip_header X-Forwarded-For;\n',
  },
});
/** Serves the fixture like `edge`, for a test that counts all answers of the server. */
const counted = serveEdge(test);

test.serial(
  'every answer has a request id, and the log line with this id describes the answer',
  async (t) => {
    const { folder } = edge();
    const client = edge().client();
    const replies = [
      await client('/v1/products?locale=fr-CA', { headers: { 'Accept-Encoding': 'gzip' } }),
      await client('/v1/products/TEE-1'),
      await client('/v1/products/TEE-1/pricing', { headers: { Authorization: 'Bearer x' } }),
      await client('/v1/sync/activeProduct?locale=no%22such'),
      await client('/nothing'),
      await client('/docs/errors', { method: 'POST' }),
    ];
    const ids = replies.map(({ headers }) => headers['x-request-id']);
    t.is(new Set(ids).size, replies.length);
    for (const id of ids) t.regex(String(id), /^[0-9a-f]{32}$/);
    const [list, detail, keyed, sync, nothing, page] = await readAccessLog(folder, ids);
    t.like(list, {
      ...{ method: 'GET', route: 'list', answer: 'list', sku: '', status: 200 },
      ...{ locale: 'fr-CA', encoding: 'gzip', protocol: 'HTTP/1.1', upstreamStatus: '' },
    });
    t.true(Number(list?.['bytes']) > (replies[0]?.bytes.length ?? 0));
    t.is(typeof list?.['seconds'], 'number');
    t.regex(String(list?.['time']), /^\d{4}-\d\d-\d\dT/);
    t.regex(String(list?.['client']), /^127\./);
    t.like(detail, { route: 'detail', answer: 'detail', sku: 'TEE-1', locale: '', encoding: '' });
    t.like(keyed, { route: 'productPricing', answer: 'keyed', sku: 'TEE-1', status: 503 });
    t.is(keyed?.['upstreamStatus'], '502');
    t.regex(String(keyed?.['upstreamSeconds']), /^\d+\.\d+$/);
    t.like(sync, { route: 'sync', status: 400, locale: 'other' });
    t.like(nothing, { route: 'missing', status: 404 });
    t.like(page, { route: 'pages', method: 'POST', status: 405 });
  },
);

test.serial(
  'the log has the operation of each route, and a SKU only for the routes of a product',
  async (t) => {
    const client = edge().client();
    const logged = {
      '/v1/products/TEE-1': { route: 'detail', sku: 'TEE-1' },
      '/v1/products/TEE-1/pricing': { route: 'productPricing', sku: 'TEE-1' },
      '/v1/products': { route: 'list', sku: '' },
      '/v1/products/export': { route: 'export', sku: '' },
      '/v1/products/inventory': { route: 'inventory', sku: '' },
      '/v1/products/changes': { route: 'changes', sku: '' },
      '/v1/products/pricing': { route: 'catalogPricing', sku: '' },
    };
    const replies = await Promise.all(Object.keys(logged).map((path) => client(path)));
    const ids = replies.map(({ headers }) => headers['x-request-id']);
    const lines = await readAccessLog(edge().folder, ids);
    t.deepEqual(
      lines.map(({ route, sku }) => ({ route, sku })),
      Object.values(logged),
    );
  },
);

test.serial('no log and no metric contains a key, wherever a client puts it', async (t) => {
  const { folder, log: errors, port, metricsPort } = edge();
  const client = edge().client();
  const key = `ppc_${'Ab1'.repeat(12)}xy`;
  const headers = {
    ...{ Authorization: `Bearer ${key}`, 'X-Request-Id': key, Referer: key, Cookie: key },
    ...{ 'User-Agent': key, 'X-Forwarded-For': key, 'If-None-Match': key },
  };
  const paths = ['/v1/products', '/v1/products/TEE-1', '/v1/products/TEE-1/pricing'];
  const more = ['/v1/products/pricing', '/v1/sync/activeProduct', '/docs/errors', '/nothing'];
  const ids = [];
  for (const path of [
    ...paths,
    ...more,
    `/${key}`,
    `/v1/products/${key}`,
    `/v1/products/${key}/pricing`,
    `/v1/products/x-${key}`,
  ]) {
    for (const query of [`?key=${key}`, `?locale=${key}`, `?company=${key}`]) {
      ids.push((await client(path + query, { headers })).headers['x-request-id']);
    }
  }
  await sendRaw(port, `GET /v1/products?${key} HTTP/1.1\r\nHost: x\r\nBad ${key}\r\n\r\n`);
  await sendRaw(port, `${key} /v1/products?${key} HTTP/1.1\r\n\r\n`);
  const lines = await readAccessLog(folder, ids);
  t.is(lines.length, 33);
  const metrics = await createClient(metricsPort)('/metrics');
  const log = await readFile(join(folder, 'logs', 'access.log'), 'utf8');
  for (const text of [log, errors(), metrics.text]) t.notRegex(text, /ppc_/i);
});

test.serial('metrics have the age of the sync listing if there is one', async (t) => {
  const { folder, metricsPort } = edge();
  const read = async () => (await createClient(metricsPort)('/metrics')).text;
  t.false((await read()).includes('catalogue_listing'));
  await mkdir(join(folder, 'dist/sync'));
  const askedAt = Math.floor(Date.now() / 1000) - 100;
  for (const [left, expired] of [
    [1000, 0],
    [100, 1],
  ] as const) {
    await writeFile(join(folder, 'dist/sync/validity'), `${askedAt} ${askedAt + left}\n`);
    const text = await read();
    const age = Number(/^catalogue_listing_age_seconds (\d+)$/m.exec(text)?.[1]);
    t.true(age >= 100 && age < 160, String(age));
    t.true(text.includes(`\ncatalogue_listing_expired ${expired}\n`), text);
  }
});

test.serial("the pricing service logs a failed request with nginx's id", async (t) => {
  const app = await startPricingApp(t);
  const folder = dirname(app.out);
  const { release } = app.manifest;
  const { port } = await startTestNginx(t, { folder, baseUrl, pricingPort: app.port, release });
  const key = await addKey(app.redis);
  const ended = nextState(app, 'close');
  await app.redis.stop();
  await ended;
  const headers = { ...bearer(key), 'X-Request-Id': 'chosen-by-a-client' };
  const reply = await createClient(port)(`/v1/products/pricing?${key}`, { headers });
  t.is(reply.status, 503);
  const [line] = app.logged
    .map((each) => JSON.parse(each) as AccessLogLine)
    .filter(({ event }) => event === 'upstream_unavailable');
  t.is(line?.['requestId'], reply.headers['x-request-id']);
  t.is(line?.['route'], 'catalogPricing');
});

test.serial(
  'a problem that is requested with a test key is not counted as an error of the edge',
  async (t) => {
    const app = await startPricingApp(t);
    const folder = dirname(app.out);
    const { release } = app.manifest;
    const ports = { pricingPort: app.port, release };
    const { port, metricsPort } = await startTestNginx(t, { folder, baseUrl, ...ports });
    const client = createClient(port);
    const ask = async (key: string) =>
      (await client('/v1/products/pricing', { headers: bearer(key) })).status;
    t.deepEqual(
      await Promise.all(testKeys.map(({ key }) => ask(key))),
      [200, 200, 401, 401, 429, 503],
    );
    const readCounts = async () =>
      (await createClient(metricsPort)('/metrics')).text.match(
        /^catalogue_error_answers_total.*$/gm,
      );
    t.is(await readCounts(), null);
    t.is(await ask('ppc_bad'), 401);
    t.deepEqual(await readCounts(), [
      'catalogue_error_answers_total{route="catalogPricing",status="401"} 1',
    ]);
  },
);

test.serial(
  'while no instance answers, requests with a test key are not counted as errors of the edge',
  async (t) => {
    const client = counted().client();
    const readCounts = async () =>
      (await createClient(counted().metricsPort)('/metrics')).text.match(/^.*productPricing.*$/gm);
    const ask = async (key: string) =>
      (await client('/v1/products/TEE-1/pricing', { headers: bearer(key) })).status;
    t.is(await ask(testKeys[0].key), 503);
    t.is(await readCounts(), null);
    t.is(await ask('x'), 503);
    t.deepEqual(await readCounts(), [
      'catalogue_error_answers_total{route="productPricing",status="503"} 1',
    ]);
  },
);

test.serial('all requests have different ids, also from different workers', async (t) => {
  // One client per request, so that the connections are spread over the workers.
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => edge().client()('/v1/health')),
  );
  const ids = replies.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) t.regex(String(id), /^[0-9a-f]{32}$/);
  t.is(new Set(ids).size, ids.length);
});

test.serial('a valid request id from a trusted proxy is used', async (t) => {
  const client = trusting().client();
  const idOf = async (given: string) => {
    const headers = { 'X-Request-Id': given, 'X-Forwarded-For': '203.0.113.9' };
    return (await client('/v1/health', { headers })).headers['x-request-id'];
  };
  t.is(await idOf('8f2c1d-CDN:12345'), '8f2c1d-CDN:12345');
  for (const odd of ['short', 'with space inside', '"quoted-id-here"', 'x'.repeat(129)]) {
    t.regex(String(await idOf(odd)), /^[0-9a-f]{32}$/);
  }
});

test.serial('a request id from an untrusted client is not used', async (t) => {
  const client = edge().client();
  const headers = { 'X-Request-Id': '8f2c1d-CDN:12345', 'X-Forwarded-For': '203.0.113.9' };
  const reply = await client('/v1/health', { headers });
  t.regex(String(reply.headers['x-request-id']), /^[0-9a-f]{32}$/);
});

test.serial('metrics count connections, errors by route, and refusals by limit', async (t) => {
  const { metricsPort } = counted();
  const [client, greedy] = [counted().client(), counted().client()];
  await client('/v1/products/NOBODY-1');
  await client('/v1/products/NOBODY-2');
  let refused = 0;
  // A slow machine may need several bursts before the limit refuses a request.
  while (refused === 0) {
    const statuses = await Promise.all(
      Array.from({ length: 250 }, async () => (await greedy('/v1/health')).status),
    );
    refused = statuses.filter((status) => status === 429).length;
  }
  const metrics = await createClient(metricsPort)('/metrics');
  t.is(metrics.status, 200);
  t.regex(String(metrics.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  const sampleOf = (sample: string) =>
    Number(
      metrics.text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.split(' ')[1],
    );
  t.is(sampleOf('catalogue_error_answers_total{route="detail",status="404"}'), 2);
  t.is(sampleOf('catalogue_limited_total{limit="hard"}'), refused);
  t.true(sampleOf('nginx_http_requests_total') >= 252);
  t.true(sampleOf('nginx_connections_accepted_total') >= 3);
  const free = sampleOf('catalogue_advisory_memory_bytes{part="free"}');
  t.true(free > 0 && free < sampleOf('catalogue_advisory_memory_bytes{part="capacity"}'));
  for (const line of metrics.text.trimEnd().split('\n')) {
    t.regex(
      line,
      /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \d+)$/,
    );
  }
  t.is((await createClient(metricsPort)('/v1/products')).status, 404);
});
