/** Tests of the header table of design section 7. */
import { type Item, parseList } from 'structured-headers';
import { sendRaw } from '../../helpers/http-client.ts';
import { clientOf, type Topic, withKey } from './suite.ts';

const catalogue =
  'public, max-age=60, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400';
const listing = 'public, max-age=30, must-revalidate, stale-while-revalidate=0, stale-if-error=0';
const coding = 'Accept-Encoding';
const keyed = 'Accept-Encoding, Authorization';
const missing = 'Accept, Accept-Encoding, Accept-Language';

/** Path, label of the demo key, expected Cache-Control and Vary, and whether any origin may read the answer. */
const rows: readonly (readonly [string, string | undefined, string, string, boolean])[] = [
  ['/v1/products', undefined, catalogue, coding, true],
  ['/v1/products', 'A3', catalogue, coding, true],
  ['/v1/products/TEE100', undefined, catalogue, keyed, true],
  ['/v1/products/TEE100', 'A3', 'private, no-cache', keyed, false],
  ['/v1/products/TEE100/pricing', 'A3', 'private, no-cache', keyed, false],
  ['/v1/products/pricing', 'A3', 'private, no-cache', keyed, false],
  ['/v1/health', undefined, 'public, max-age=5', coding, true],
  ['/v1/sync/activeProduct', undefined, listing, coding, true],
  ['/openapi.json', undefined, 'public, max-age=300', coding, true],
  ['/.well-known/api-catalog', undefined, 'public, max-age=300', coding, true],
  ['/docs/errors', undefined, 'public, max-age=300', coding, true],
  ['/images/TEE101/navy-front.svg', undefined, 'public, max-age=3600', coding, true],
  ['/v1/products/NONE', undefined, 'public, max-age=10', keyed, true],
  ['/v1/products/NONE', 'A3', 'no-store', keyed, false],
  ['/v1/products/NONE/pricing', 'A3', 'no-store', keyed, false],
  ['/none', undefined, 'public, max-age=10', missing, true],
  ['/docs/none', undefined, 'public, max-age=10', missing, true],
  ['/images/none.svg', undefined, 'public, max-age=10', missing, true],
  ['/v1/none', undefined, 'public, max-age=10', coding, true],
  ['/v1/products/TEE100', 'revoked', 'no-store', keyed, false],
  ['/v1/products?locale=xx', undefined, 'no-store', coding, true],
];

export const headers: Topic = (test, subject) => {
  test('every answer has one Cache-Control line and one Vary line', async (t) => {
    for (const [path, key, cacheControl, vary, isPublic] of rows) {
      const options = key === undefined ? {} : withKey(subject(), key);
      const reply = await clientOf(subject())(path, options);
      t.is(reply.headers['cache-control'], cacheControl, `${key} ${path}`);
      t.is(reply.headers['vary'], vary, `${key} ${path}`);
      t.is(reply.headers['access-control-allow-origin'], isPublic ? '*' : undefined, path);
      t.is(reply.headers['x-content-type-options'], 'nosniff');
      t.is(reply.headers['last-modified'], undefined);
      t.regex(String(reply.headers['x-request-id']), /^[0-9a-f]{32}$/);
    }
  });

  test('errors of a keyed detail that precede the check of the key are not readable from other origins', async (t) => {
    for (const [sku, head] of [
      ['TEE100', 'Host: x\r\nAuthorization: Bearer b'],
      ['TEE100', 'Host: a/b'],
      ['TEE100', 'Host: x\r\nX: \x01'],
      ['TEE100', 'Host: x\r\nno colon'],
      ['\xE9', 'Host: x'],
    ]) {
      const request = `GET /v1/products/${sku} HTTP/1.1\r\nConnection: close\r\nauthorization:Bearer a\r\n${head}\r\n\r\n`;
      const reply = await sendRaw(subject().server.port, Buffer.from(request, 'latin1'));
      t.regex(reply, /^HTTP\/1\.1 400 /, head);
      t.notRegex(reply, /access-control-allow-origin/i, head);
    }
  });

  test('a browser of any origin may read the headers that clients act on', async (t) => {
    const { headers } = await clientOf(subject())('/v1/products');
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    for (const name of ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After']) {
      t.true(exposed.includes(name));
    }
  });

  test('a preflight on a public route is allowed, without a key', async (t) => {
    for (const path of [
      ...['/v1/products', '/v1/products/TEE100', '/v1/health', '/openapi.json'],
      '/.well-known/api-catalog',
    ]) {
      const reply = await clientOf(subject())(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
      });
      t.is(reply.status, 204, path);
      t.is(reply.bytes.length, 0);
      t.is(reply.headers['access-control-allow-origin'], '*');
      t.is(reply.headers['access-control-allow-methods'], 'GET, HEAD');
      t.is(reply.headers['access-control-allow-headers'], 'If-None-Match');
      t.is(reply.headers['allow'], 'GET, HEAD, OPTIONS');
    }
  });

  test('every response under /v1/products carries RateLimit-Policy and RateLimit', async (t) => {
    const client = clientOf(subject());
    const targets = [
      ['/v1/products', {}],
      ['/v1/products/TEE100', {}],
      ['/v1/products/TEE100', withKey(subject(), 'A3')],
      ['/v1/products/pricing', withKey(subject(), 'A3')],
      ['/v1/products/pricing', {}],
      ['/v1/products/NONE', {}],
      ['/v1/products/a/b/c', {}],
      ['/v1/products/', {}],
      ['/v1/products?locale=xx', {}],
      ['/v1/products/%zz', {}],
      ['/v1/products', { method: 'POST' }],
      ['/v1/products', { method: 'OPTIONS' }],
      ['/v1/products', { headers: { 'If-None-Match': '*' } }],
    ] as const;
    let left = 600;
    for (const [path, options] of targets) {
      const reply = await client(path, options);
      left -= 1;
      t.is(reply.headers['ratelimit-policy'], '"default";q=600;w=60', path);
      const [name, parameters] = readRateLimit(reply.headers['ratelimit']);
      t.is(name, 'default');
      t.is(parameters.get('r'), left, `each request counts once: ${path}`);
      const seconds = Number(parameters.get('t'));
      t.true(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
    }
  });

  test('no answer contains internal details', async (t) => {
    for (const path of ['/v1/products', '/v1/none', '/v1/products/pricing']) {
      const { headers } = await clientOf(subject())(path);
      t.is(headers['x-powered-by'], undefined);
      t.notRegex(String(headers['server'] ?? ''), /\d/);
    }
  });
};

function readRateLimit(field: string | string[] | undefined): Item {
  const [item] = parseList(String(field));
  if (item === undefined) throw new Error('no RateLimit item');
  return item as Item;
}
