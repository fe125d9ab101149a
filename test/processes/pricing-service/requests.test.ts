/** Which problem a request gets, in which order it is checked, and what a malformed request gets. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createApiKey } from '../../../contract/api-key.ts';
import { type ProblemCode, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { baseUrl } from '../../helpers/content.ts';
import { type Reply, sendRaw } from '../../helpers/http-client.ts';
import { bearer, detailPath, keyedPaths } from '../../helpers/pricing-app.ts';
import { newKey, sharedApp } from './shared-app.ts';

/** Asserts that a reply is the problem of a code: body, status and all headers. */
function assertProblem(t: ExecutionContext, reply: Reply, code: ProblemCode, what?: string): void {
  const { status, title } = problems[code];
  t.is(reply.status, status, `${what} gave ${reply.text}`);
  const type = `${baseUrl}/docs/errors#error-${code}`;
  t.like(problemSchema.strict().parse(reply.json()), { code, status, title, type }, what);
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
}

test.serial(
  'an unusable credential is refused on every route, with the code of its defect',
  async (t) => {
    const app = await sharedApp();
    const { client } = app;
    const unknown = createApiKey(randomBytes);
    const usable = await newKey(app);
    const cases: readonly (readonly [Record<string, string>, ProblemCode])[] = [
      [{}, 'key_required'],
      [{ 'x-authorization': `Bearer ${usable}` }, 'key_required'],
      [{ authorization: 'Basic YTpi' }, 'unauthorized'],
      [{ authorization: unknown }, 'unauthorized'],
      [{ authorization: `Bearer:${usable}` }, 'unauthorized'],
      [{ authorization: '' }, 'unauthorized'],
      [bearer(''), 'invalid_key'],
      [bearer('ppc_nonsense'), 'invalid_key'],
      [bearer(unknown), 'invalid_key'],
      [bearer(`${usable} ${usable}`), 'invalid_key'],
      [bearer(`${usable},`), 'invalid_key'],
      [bearer(`${usable}\xA0`), 'invalid_key'],
      [bearer(await newKey(app, { id: 'revoked', revoked: true })), 'key_revoked'],
      [bearer(await newKey(app, { id: 'lost', distributorPricing: false })), 'key_revoked'],
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

test.serial(
  'a request is checked in the specified order: URL, route, method, key, SKU, parameters, product',
  async (t) => {
    const app = await sharedApp();
    const { client } = app;
    const good = bearer(await newKey(app));
    const bad = bearer('ppc_bad');
    const cases: readonly (readonly [string, string, Record<string, string>, ProblemCode])[] = [
      ['GET', '/v1/products/%zz', good, 'invalid_request'],
      ['GET', `${detailPath}?x=%`, good, 'invalid_request'],
      ['GET', `${detailPath}?x=${'x'.repeat(5000)}`, good, 'invalid_request'],
      ['POST', '/v1/nothing', bad, 'route_not_found'],
      ['GET', '/v1/products', good, 'route_not_found'],
      ['GET', `${detailPath}/`, good, 'route_not_found'],
      ['GET', '/V1/products/TEE-1', good, 'route_not_found'],
      // An encoded slash separates segments like a plain one, as in nginx.
      ['GET', '/v1/products/a%2Fb', good, 'route_not_found'],
      ['POST', '/v1/products/-x/pricing?locale=x', bad, 'method_not_allowed'],
      ['OPTIONS', '/v1/products/pricing', good, 'method_not_allowed'],
      ['GET', '/v1/products/-x?locale=x', bad, 'invalid_key'],
      ['GET', '/v1/products/-x/pricing?locale=x', {}, 'key_required'],
      ['GET', '/v1/products/pricing?format=json', bad, 'invalid_key'],
      ['GET', '/v1/products/-x?locale=x', good, 'invalid_sku'],
      ['GET', '/v1/products/%C3%A9', good, 'invalid_sku'],
      ['GET', `/v1/products/${'x'.repeat(65)}/pricing`, good, 'invalid_sku'],
      ['GET', '/v1/products/-x/pricing?locale=en-CA&locale=en-CA', good, 'invalid_sku'],
      ['GET', '/v1/products/NONE?locale=x', good, 'unsupported_locale'],
      ['GET', '/v1/products/NONE/pricing?locale=', good, 'unsupported_locale'],
      ['GET', '/v1/products/pricing?locale=de&format=json', good, 'unsupported_locale'],
      ['GET', '/v1/products/pricing?format=json', good, 'invalid_request'],
      ['GET', '/v1/products/pricing?format=csv&format=csv', good, 'invalid_request'],
      ['GET', '/v1/products/NONE?locale=en-CA&locale=en-CA', good, 'invalid_request'],
      ['GET', '/v1/products/tee-1', good, 'product_not_found'],
      ['GET', '/v1/products/USA-4/pricing?locale=en-CA', good, 'product_not_found'],
    ];
    for (const [method, path, headers, code] of cases) {
      const reply = await client(path, { method, headers });
      assertProblem(t, reply, code, `${method} ${path}`);
      t.is(
        problemSchema.parse(reply.json()).instance,
        path.replace(/\?.*/, '').replace('%zz', '%25zz'),
      );
    }
  },
);

test.serial(
  'a long problem is compressed with the coding that the client accepts, and a short one is not compressed',
  async (t) => {
    const app = await sharedApp();
    const { client } = app;
    const key = bearer(await newKey(app));
    const ask = (sku: string, coding: string, method = 'GET') =>
      client(`/v1/products/${sku}`, { method, headers: { ...key, 'accept-encoding': coding } });
    const long = 'x'.repeat(1500);
    const plain = await ask(long, 'identity');
    for (const [asked, coding] of [
      ['gzip', 'gzip'],
      ['gzip, br;q=0.1', 'br'],
      ['zstd, deflate, *', undefined],
    ] as const) {
      const reply = await ask(long, asked);
      assertProblem(t, reply, 'invalid_sku', asked);
      t.is(reply.headers['content-encoding'], coding, asked);
      t.is(reply.text, plain.text);
      // The same as for GET, or absent (RFC 9110 section 8.6).
      const head = await ask(long, asked, 'HEAD');
      t.is(head.headers['content-length'], reply.headers['content-length']);
    }
    t.is((await ask('NONE', 'gzip')).headers['content-encoding'], undefined);
  },
);

const refused = 'GET /v1/products/B?locale=x HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n';

test.serial(
  'a request that the HTTP parser refuses gets a problem with its path, after the answers to earlier requests',
  async (t) => {
    const app = await sharedApp();
    const { port } = app;
    for (const [request, instance] of [
      [refused, '/v1/products/B'],
      ['GET /v1/products/\x7F HTTP/1.1\r\nHost: x\r\n\r\n', '/v1/products/%7F'],
      ['no HTTP\r\n\r\n', '/'],
      [`GET /x HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, '/x'],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(port, request)).split('\r\n\r\n');
      t.regex(head, /^HTTP\/1\.1 400 .*content-type: application\/problem\+json/is);
      t.like(JSON.parse(body), { code: 'invalid_request', instance });
    }
    const both = await sendRaw(port, `GET /A HTTP/1.1\r\nHost: x\r\n\r\n${refused}`);
    t.regex(both, /^HTTP\/1\.1 404 .*"\/A".*HTTP\/1\.1 400 .*"instance":"\/v1\/products\/B"/s);
  },
);

test.serial(
  'clients that send more after a refused request, or reset their connection, do the service no harm',
  async (t) => {
    const app = await sharedApp();
    const { port } = app;
    const flood = connect(port, '127.0.0.1');
    // The server may close the connection before it has read everything.
    flood.on('error', () => {}).resume();
    flood.write(refused);
    for (let sent = 0; sent < 16; sent += 1) flood.write(Buffer.alloc(65_536, 'x'));
    flood.end();
    await new Promise((resolve) => flood.once('close', resolve));
    const reset = connect(port, '127.0.0.1');
    reset.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', () => reset.resetAndDestroy());
    await once(reset, 'close');
    const requests = 'GET /A HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
    t.regex(await sendRaw(port, requests), /^HTTP\/1\.1 404 .*HTTP\/1\.1 400 /s);
    const chunked = 'POST /A HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
    t.is((await sendRaw(port, chunked)).match(/HTTP\/1\.1/g)?.length, 1);
  },
);
