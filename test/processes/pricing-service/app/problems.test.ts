import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { createApiKey } from '../../../../contract/api-key.ts';
import { type ProblemCode, problems } from '../../../../contract/problems.ts';
import { problemSchema } from '../../../../contract/schemas/problem.ts';
import { baseUrl } from '../../../helpers/content.ts';
import { type Reply, sendRaw } from '../../../helpers/http-client.ts';
import {
  addKey,
  bearer,
  detailPath,
  keyedPaths,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const file = collectTeardowns();
let app: PricingApp;
test.before(async () => {
  app = await startPricingApp(file);
});
test.after.always(file.run);

/** Asserts that a reply is the problem of a code: body, status and all headers. */
function assertProblem(t: ExecutionContext, reply: Reply, code: ProblemCode, title?: string): void {
  const { status } = problems[code];
  t.is(reply.status, status, `${title} gave ${reply.text}`);
  const problem = problemSchema.parse(reply.json());
  t.is(problem.code, code, title);
  t.is(problem.status, status);
  t.is(problem.title, problems[code].title);
  t.is(problem.type, `${baseUrl}/docs/errors#error-${code}`);
  const { headers } = reply;
  t.is(headers['content-type'], 'application/problem+json');
  t.is(headers['cache-control'], 'no-store');
  t.is(headers['vary'], 'Accept-Encoding, Authorization');
  t.is(headers['x-content-type-options'], 'nosniff');
  t.is(headers['etag'], undefined);
  const refused = code === 'invalid_key' || code === 'key_revoked';
  const challenge = `Bearer realm="catalogue"${refused ? ', error="invalid_token"' : ''}`;
  t.is(headers['www-authenticate'], status === 401 ? challenge : undefined);
  t.is(headers['allow'], status === 405 ? 'GET, HEAD' : undefined);
  t.is(headers['retry-after'], status === 503 ? '5' : undefined);
}

test.serial(
  'an unusable credential is refused on every route with the code of its defect',
  async (t) => {
    const { client, redis } = app;
    const unknown = createApiKey(randomBytes);
    const usable = await addKey(redis);
    const cases: readonly (readonly [Record<string, string>, ProblemCode])[] = [
      [{}, 'key_required'],
      [{ authorization: 'Basic YTpi' }, 'unauthorized'],
      [{ authorization: unknown }, 'unauthorized'],
      [{ authorization: '' }, 'unauthorized'],
      [bearer(''), 'invalid_key'],
      [bearer('ppc_nonsense'), 'invalid_key'],
      [bearer(unknown), 'invalid_key'],
      [bearer(`${usable} ${usable}`), 'invalid_key'],
      [bearer(`${usable},`), 'invalid_key'],
    ];
    for (const path of keyedPaths) {
      for (const [headers, code] of cases) {
        assertProblem(
          t,
          await client(path, { headers }),
          code,
          `${path} ${JSON.stringify(headers)}`,
        );
      }
    }
  },
);

test.serial('a revoked key, and a key without distributor pricing, get key_revoked', async (t) => {
  const { client, redis } = app;
  const keys = [
    await addKey(redis, { id: 'revoked', revoked: true }),
    await addKey(redis, { id: 'demoted', distributorPricing: false }),
  ];
  for (const path of keyedPaths) {
    for (const key of keys) {
      const reply = await client(path, { headers: bearer(key) });
      assertProblem(t, reply, 'key_revoked', path);
    }
  }
});

test.serial('a revoked key is refused before If-None-Match is evaluated', async (t) => {
  const { client, redis } = app;
  const usable = bearer(await addKey(redis));
  const revoked = bearer(await addKey(redis, { revoked: true }));
  for (const path of keyedPaths) {
    const etag = String((await client(path, { headers: usable })).headers['etag']);
    for (const field of [etag, '*']) {
      const headers = { ...revoked, 'if-none-match': field };
      assertProblem(t, await client(path, { headers }), 'key_revoked', path);
    }
  }
});

test.serial(
  'a request is checked in the specified order: route, method, key, SKU, locale',
  async (t) => {
    const { client, redis } = app;
    const good = bearer(await addKey(redis));
    const bad = bearer('ppc_bad');
    const cases: readonly (readonly [string, string, Record<string, string>, ProblemCode])[] = [
      ['POST', '/v1/nothing', bad, 'route_not_found'],
      ['POST', '/v1/products/-x/pricing?locale=x', bad, 'method_not_allowed'],
      ['DELETE', detailPath, {}, 'method_not_allowed'],
      ['OPTIONS', '/v1/products/pricing', good, 'method_not_allowed'],
      ['GET', '/v1/products/-x?locale=x', bad, 'invalid_key'],
      ['GET', '/v1/products/-x/pricing?locale=x', {}, 'key_required'],
      ['GET', '/v1/products/-x?locale=x', good, 'invalid_sku'],
      ['GET', '/v1/products/-x/pricing?locale=en-CA&locale=en-CA', good, 'invalid_sku'],
      ['GET', '/v1/products/NONE?locale=x', good, 'unsupported_locale'],
      ['GET', '/v1/products/NONE/pricing?locale=', good, 'unsupported_locale'],
      ['GET', '/v1/products/pricing?locale=de', good, 'unsupported_locale'],
      ['GET', '/v1/products/pricing?locale=de&format=json', good, 'unsupported_locale'],
      ['GET', '/v1/products/pricing?format=json', bad, 'invalid_key'],
      ['GET', '/v1/products/pricing?format=json', good, 'invalid_request'],
      ['GET', '/v1/products/pricing?format=csv&format=csv', good, 'invalid_request'],
      ['GET', '/v1/products/NONE?locale=en-CA&locale=en-CA', good, 'invalid_request'],
      ['GET', '/v1/products/NONE', good, 'product_not_found'],
      ['GET', '/v1/products/USA-4/pricing?locale=en-CA', good, 'product_not_found'],
    ];
    for (const [method, path, headers, code] of cases) {
      assertProblem(t, await client(path, { method, headers }), code, `${method} ${path}`);
    }
  },
);

test.serial('every path outside the routes of the service gets route_not_found', async (t) => {
  const { client, redis } = app;
  const headers = bearer(await addKey(redis));
  const paths = [
    '/',
    '/v1/products',
    '/v1/products/',
    `${detailPath}/`,
    `${detailPath}/pricing/`,
    `${detailPath}/prices`,
    '/V1/products/TEE-1',
    '/v1/products/pricing/',
    // An encoded slash separates segments like a plain one, as in nginx.
    '/v1/products/a%2Fb',
    '/v1/products/a%2Fb/pricing',
  ];
  for (const path of paths) {
    assertProblem(t, await client(path, { headers }), 'route_not_found', path);
  }
});

test.serial('an invalid SKU is refused, whatever bytes it decodes to', async (t) => {
  const { client, redis } = app;
  const headers = bearer(await addKey(redis));
  for (const sku of ['-x', '_', '%20', '%FF', '%C3%A9', 'a%22', 'x'.repeat(65)]) {
    assertProblem(t, await client(`/v1/products/${sku}`, { headers }), 'invalid_sku', sku);
    const pricing = await client(`/v1/products/${sku}/pricing`, { headers });
    assertProblem(t, pricing, 'invalid_sku', sku);
  }
});

test.serial('a malformed or too long URL gets invalid_request', async (t) => {
  const { client, redis } = app;
  const headers = bearer(await addKey(redis));
  for (const path of ['/v1/products/%zz', '/v1/products/%00', `${detailPath}?x=%`]) {
    assertProblem(t, await client(path, { headers }), 'invalid_request', path);
  }
  const long = await client(`${detailPath}?x=${'x'.repeat(5000)}`, { headers });
  assertProblem(t, long, 'invalid_request');
});

test.serial('two Authorization headers get 400, also if both are valid', async (t) => {
  const { port, redis } = app;
  const line = `Authorization: Bearer ${await addKey(redis)}`;
  for (const path of keyedPaths) {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', line, line, 'Connection: close', '', ''];
    const reply = await sendRaw(port, lines.join('\r\n'));
    t.regex(reply, /^HTTP\/1\.1 400 /);
    t.regex(reply, /"code":"invalid_request"/);
  }
});

test.serial('the instance is the path of the request without its query', async (t) => {
  const { client, redis } = app;
  const headers = bearer(await addKey(redis));
  const reply = await client('/v1/products/NONE/pricing?locale=fr-CA&x=%22', { headers });
  t.is(problemSchema.parse(reply.json()).instance, '/v1/products/NONE/pricing');
});

test.serial(
  'a long problem is compressed with the coding that the client accepts, and a short one is not compressed',
  async (t) => {
    const { client, redis } = app;
    const key = bearer(await addKey(redis));
    const ask = (sku: string, coding: string, method = 'GET') =>
      client(`/v1/products/${sku}`, { method, headers: { ...key, 'accept-encoding': coding } });
    const long = 'x'.repeat(1500);
    const plain = await ask(long, 'identity');
    assertProblem(t, plain, 'invalid_sku');
    t.is(plain.headers['content-encoding'], undefined);
    const cases = [
      ['gzip', 'gzip'],
      ['x-gzip;q=0.5', 'gzip'],
      ['gzip, br;q=0.1', 'br'],
      ['zstd, deflate, *', undefined],
    ] as const;
    for (const [asked, coding] of cases) {
      const reply = await ask(long, asked);
      assertProblem(t, reply, 'invalid_sku', asked);
      t.is(reply.headers['content-encoding'], coding, asked);
      t.is(reply.text, plain.text);
      t.is(reply.bytes.length < plain.bytes.length / 2, coding !== undefined);
      // The same as for GET, or absent (RFC 9110 section 8.6).
      const head = await ask(long, asked, 'HEAD');
      t.is(head.headers['content-encoding'], coding);
      t.is(head.headers['content-length'], reply.headers['content-length']);
    }
    t.is((await ask('NONE', 'gzip')).headers['content-encoding'], undefined);
  },
);
