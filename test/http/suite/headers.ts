/** Tests of the headers of each kind of answer. */
import { linkHeader } from '../../../contract/discovery.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { deprecatedPaths, isDeprecated } from './deprecations.ts';
import { askRaw, clientOf, type Topic, withKey } from './suite.ts';

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
  ['/favicon.ico', undefined, 'public, max-age=3600', coding, true],
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
  test('every answer has one Cache-Control line and one Vary line, and no internal details', async (t) => {
    for (const [path, key, cacheControl, vary, isPublic] of rows) {
      const options = key === undefined ? {} : withKey(subject(), key);
      const { headers } = await clientOf(subject())(path, options);
      t.is(headers['cache-control'], cacheControl, `${key} ${path}`);
      t.is(headers['vary'], vary, `${key} ${path}`);
      t.is(headers['access-control-allow-origin'], isPublic ? '*' : undefined, path);
      t.is(headers['x-content-type-options'], 'nosniff');
      t.is(headers['last-modified'], undefined);
      t.is(headers['x-powered-by'], undefined);
      t.notRegex(String(headers['server'] ?? ''), /\d/);
      t.regex(String(headers['x-request-id']), /^[0-9a-f]{32}$/);
    }
  });

  test('a picture at the address with its hash is immutable, and another hash leads to the current one', async (t) => {
    const client = clientOf(subject());
    const detail = (await client('/v1/products/TEE101')).json() as ProductDetail;
    const pictures = [
      ...detail.assets.images.map(({ url }) => url),
      ...detail.customization.decorations.map(({ icon }) => icon),
    ];
    t.true(pictures.length > 2);
    for (const url of pictures.slice(-4)) {
      const { pathname } = new URL(url);
      t.regex(pathname, /~[0-9a-f]{8}\.\w+$/);
      const reply = await client(pathname);
      t.is(reply.status, 200, url);
      t.is(reply.headers['cache-control'], 'public, max-age=31536000, immutable');
      const plain = pathname.replace(/~\w+/, '');
      t.deepEqual((await client(plain)).bytes, reply.bytes);
      const other = await client(plain.replace('.', '~01234567.'));
      t.deepEqual([other.status, other.bytes.length], [302, 0]);
      t.is(other.headers['location'], plain.slice(plain.lastIndexOf('/') + 1));
      t.is(other.headers['cache-control'], 'public, max-age=10');
    }
    for (const path of ['/images/TEE101/none~01234567.svg', '/assets/none~01234567.jpg']) {
      const reply = await client(path);
      t.is(reply.status, 404, path);
      t.is(reply.headers['cache-control'], 'public, max-age=10');
    }
  });

  test('health and the OpenAPI document link to the description and the documentation', async (t) => {
    for (const path of ['/v1/health', '/openapi.json']) {
      const { headers } = await clientOf(subject())(path);
      t.is(headers['link'], linkHeader('health', subject().server.address).Link, path);
    }
    const document = (await clientOf(subject())('/openapi.json')).json() as object;
    t.like(document, { servers: { 0: { url: subject().server.address } } });
  });

  test('errors of a keyed detail that precede the check of the key are not readable from other origins', async (t) => {
    for (const [sku, lines] of [
      ['TEE100', 'Host: x\r\nAuthorization: Bearer b'],
      ['TEE100', 'Host: a/b'],
      ['TEE100', 'Host: x\r\nno colon'],
      ['\xE9', 'Host: x'],
    ]) {
      const request = `GET /v1/products/${sku} HTTP/1.1\r\nauthorization:Bearer a\r\n${lines}`;
      const { status, head } = await askRaw(subject(), request);
      t.is(status, 400, lines);
      t.notRegex(head, /access-control-allow-origin/i, lines);
    }
  });

  test('a browser of any origin may ask public routes, and read the headers that clients act on', async (t) => {
    for (const path of ['/v1/products', '/v1/products/TEE100', '/v1/health', '/openapi.json']) {
      const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
      const reply = await clientOf(subject())(path, { method: 'OPTIONS', headers });
      t.deepEqual([reply.status, reply.bytes.length], [204, 0], path);
      t.like(reply.headers, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'If-None-Match',
        allow: 'GET, HEAD, OPTIONS',
      });
      const exposed = String(reply.headers['access-control-expose-headers']).split(', ');
      for (const name of ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After']) {
        t.true(exposed.includes(name), name);
      }
    }
  });

  test('every answer of a deprecated route says so, also with a key and for errors, and no other does', async (t) => {
    const client = clientOf(subject());
    const { headers } = withKey(subject(), 'A3');
    const etag = { 'If-None-Match': String((await client('/v1/products')).headers['etag']) };
    for (const [path, status, sent] of [
      ['/v1/products', 304, etag],
      ['/v1/products?locale=xx', 400, {}],
      ['/v1/products/TEE100', 200, {}],
      ['/v1/products/TEE100', 200, headers],
      ['/v1/products/NONE-1', 404, {}],
      ['/v1/products/pricing', 200, headers],
      ['/v1/products/pricing', 401, {}],
    ] as const) {
      const reply = await client(path, { headers: sent });
      t.deepEqual([reply.status, isDeprecated(reply)], [status, true], path);
    }
    for (const path of ['/v1/products/TEE100/pricing', '/v1/health', '/nothing', '/v1/Products']) {
      t.is(isDeprecated(await client(path, { headers })), false, path);
    }
    const { paths } = (await client('/openapi.json')).json() as {
      paths: Record<string, { get: { deprecated?: boolean } }>;
    };
    const marked = Object.keys(paths).filter((path) => paths[path]?.get.deprecated);
    t.deepEqual(marked.sort(), [...deprecatedPaths].sort());
  });
};
