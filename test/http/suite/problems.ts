/** Tests of invalid and unusual requests: each gets its problem of the table. */
import { invalidRequestDetails, problems as table } from '../../../contract/problems.ts';
import { askRaw, assertProblem, clientOf, type Topic, withKey } from './suite.ts';

/** Code → paths and queries that cause it, with the instance of the problem if it differs from the path. */
const badPaths = {
  route_not_found: [
    ...'/ /v1 /v2/products /v1/Products /v1/health/ /v1/products/ /v1/products/pricing/'.split(' '),
    ...['/v1/products/TEE100/', '/v1/products/TEE100/pricing/', '/v1/products/TEE100%2Fpricing/x'],
    ...['/v1/products/TEE100/pricing%0A', '/v1/products/TEE100%2F', '/v1/products/a%2Fb'],
    ...[`/images/${'a'.repeat(300)}.svg`, `/docs/${'a'.repeat(300)}`, '/docs/errors%0A'],
    ['//v1/products', '/%2Fv1/products'],
  ],
  product_not_found: [
    '/v1/products/tee100',
    '/v1/products/pricing.json',
    `/v1/products/${'A'.repeat(64)}`,
  ],
  invalid_sku: [
    ..."-TEE .hidden TEE%20100 %2554EE100 TEE100%0A %C3%A9 %FF%FE $(id)'"
      .split(' ')
      .concat('A'.repeat(65))
      .map((sku) => `/v1/products/${sku}`),
  ],
  unsupported_locale: [
    ...['', '=', '=en', '=EN-CA', '=en-CA%00'].map((value) => `/v1/products?locale${value}`),
    '/v1/products/TEE100?locale=../en-CA',
  ],
  invalid_request: [
    ...['/v1/products?locale=xx&locale=yy', '/v1/products?%6Cocale=en-CA&locale=en-CA'],
    ...['/v1/products?locale=%', '/v1/products?other=%zz', `/v1/products?${'x'.repeat(5000)}`],
    ...['/v1/products/TEE100%00', '/v1/../../private/net/A3/en-CA.json'],
    '/images/%2e%2e/%2E./private/net/A3/en-CA.json',
    ['/v1/products/%zz', '/v1/products/%25zz'],
  ],
} as const satisfies Partial<Record<keyof typeof table, readonly (string | readonly string[])[]>>;

/** A path with unnecessary escapes, an encoded slash or dot segments, and the usual spelling of the same path. */
const spellings = [
  ['/v1/%70roducts/TEE100', '/v1/products/TEE100'],
  ['/v1/products/x/%2e%2e/TEE100', '/v1/products/TEE100'],
  ['/v1/%70roducts/-TEE', '/v1/products/-TEE'],
  ['/%76%31/products/TEE100%2F%70ricing', '/v1/products/TEE100/pricing'],
  ['/v1/products/TEE100/../pricing', '/v1/products/pricing'],
  ['/v1/products/%54EE100?loc%61le=fr%2DCA&colour=a&colour=b', '/v1/products/TEE100?locale=fr-CA'],
  ['/v1/products/TEE100??locale=fr-CA', '/v1/products/TEE100'],
  ['/v1/products/TEE100?;locale=fr-CA', '/v1/products/TEE100'],
] as const;

/** Request targets that are not just a path and query, the status of their answer, and the instance of a problem. */
const targets: readonly (readonly [string, number, string?])[] = [
  ['http://x/v1/health', 200],
  ['HTTPS://x.y:1/v1/health?z', 200],
  ['http://[::1]:80/v1/health', 200],
  ['  /v1/health', 200],
  ['http://x', 404, '/'],
  ['/v1/x"y\\z<>|{}^`', 404, '/v1/x%22y%5Cz%3C%3E%7C%7B%7D%5E%60'],
  ['ftp://x/v1/health', 400, '/v1/health'],
  ['http:///v1/health', 400, '/v1/health'],
  ['http://u@x/v1/health', 400, '/v1/health'],
  ['http://a..b/v1/health', 400, '/v1/health'],
  ['/v1/\xE9\xFF', 400, '/v1/%E9%FF'],
  ['/v1/products/T\x7F', 400, '/v1/products/T%7F'],
  ['/v1/products?x=\xE9', 400, '/v1/products'],
  ['*', 400, '/'],
];

/** Returns header lines that make a request malformed; `key` is a header line with a demo key. */
const malformed = (key: string): readonly string[] => [
  `Host: x\r\n${key}\r\n${key}`,
  'Host: x\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"',
  'X: no host',
  'Host: x\r\nHost: x',
  'Host:',
  'Host: a/b',
  'Host: x\r\nbad header\r\nContent-Length: -1',
  'Host: x\r\nContent-Length: x',
  'Host: x\r\nTransfer-Encoding: foo',
  `Host: x\r\n${key}\r\nX: \x01`,
];

const counted = /\r\nRateLimit: "default";r=599;t=60\r\n/;

export const problems: Topic = (test, subject) => {
  test('every invalid path or query gets its problem, with and without a key', async (t) => {
    const client = clientOf(subject());
    for (const [code, paths] of Object.entries(badPaths)) {
      const { status } = table[code as keyof typeof badPaths];
      for (const each of paths) {
        const [path, instance = path.split('?')[0] ?? ''] = [each].flat() as [string, string?];
        for (const options of [{}, withKey(subject(), 'A3')]) {
          const reply = await client(path, options);
          assertProblem(t, reply, { code, status, instance });
          // Products are looked up with the key, but an unknown route is unknown for every client.
          const isKept = status === 404 && (code === 'route_not_found' || !('headers' in options));
          t.is(reply.headers['cache-control'], isKept ? 'public, max-age=10' : 'no-store', path);
        }
      }
    }
  });

  test('every spelling of a path or query gets the same answer, with and without a key', async (t) => {
    const client = clientOf(subject());
    for (const options of [{}, withKey(subject(), 'A3')]) {
      for (const [spelled, plain] of spellings) {
        const [reply, expected] = [await client(spelled, options), await client(plain, options)];
        const body = expected.json() as Record<string, unknown>;
        t.deepEqual(reply.json(), 'instance' in body ? { ...body, instance: spelled } : body);
        t.is(reply.headers['cache-control'], expected.headers['cache-control'], spelled);
      }
    }
  });

  test('other methods than GET, HEAD and OPTIONS get 405 with the allowed methods, and 404 on an unknown route', async (t) => {
    for (const method of ['POST', 'DELETE', 'BREW', 'TRACE', 'CONNECT']) {
      for (const [path, code, allow] of [
        ['/v1/products', 'method_not_allowed', 'GET, HEAD, OPTIONS'],
        ['/v1/health', 'method_not_allowed', 'GET, HEAD, OPTIONS'],
        ['/v1/sync/activeProduct', 'method_not_allowed', 'GET, HEAD, OPTIONS'],
        ['/v1/%70roducts/x%3F/pricing', 'method_not_allowed', 'GET, HEAD'],
        ['/v1/none', 'route_not_found', undefined],
        ['/docs/none.none', 'route_not_found', undefined],
        ['/v1/products?x=%zz', 'invalid_request', undefined],
      ] as const) {
        const { head, body } = await askRaw(subject(), `${method} ${path} HTTP/1.1\r\nHost: x`);
        t.is(/\r\nAllow: (.*)\r$/m.exec(head)?.[1], allow, `${method} ${path}`);
        t.is(counted.test(head), path.includes('roducts'));
        t.like(JSON.parse(body), { code, instance: path.split('?')[0] ?? '' }, method);
      }
    }
  });

  test('a request target may be a path or a URL of HTTP, and the instance of its problem is encoded', async (t) => {
    for (const [target, status, instance] of targets) {
      const reply = await askRaw(subject(), `GET ${target} HTTP/1.1\r\nHost: x`);
      t.is(reply.status, status, target);
      const body = JSON.parse(reply.body) as Record<string, unknown>;
      t.is(body['instance'], instance, target);
      if (status === 400 && !target.startsWith('http'))
        t.is(body['detail'], invalidRequestDetails.malformedUrl, target);
    }
  });

  test('a malformed request gets invalid_request, with its path as instance, and is counted by the limits', async (t) => {
    const instance = '/v1/products/TEE100';
    for (const lines of malformed(`Authorization: Bearer ${subject().server.keys['A3']}`)) {
      const { status, head, body } = await askRaw(
        subject(),
        `GET ${instance} HTTP/1.1\r\n${lines}`,
      );
      t.is(status, 400, lines);
      t.regex(head, /content-type: application\/problem\+json/i, lines);
      t.regex(head, counted, lines);
      t.like(JSON.parse(body), { code: 'invalid_request', instance }, lines);
    }
  });

  test('bytes that are not HTTP/1 get invalid_request', async (t) => {
    for (const [bytes, instance] of [
      ['no HTTP', '/'],
      ['\x16\x03\x01\x02\x00\x01', '/'],
      [' GET /v1/health HTTP/1.1\r\nHost: x', '/'],
      ['GET /v1/health HTTP/2.0\r\nHost: x', '/v1/health'],
      ['BREW /v1/health HTTP/1.1', '/v1/health'],
    ] as const) {
      const { status, body } = await askRaw(subject(), bytes);
      t.is(status, 400, bytes);
      t.like(JSON.parse(body), { code: 'invalid_request', instance }, bytes);
    }
  });

  test('headers may have at least 36,000 bytes, and a URL or headers that are too long are refused', async (t) => {
    const path = '/v1/products/TEE100';
    const { headTooLong, urlTooLong } = invalidRequestDetails;
    for (const [query, lines, length, detail] of [
      ['', 1, 16_000],
      ['', 4, 9000],
      ['', 5, 16_000, headTooLong],
      [`?${'x'.repeat(20_000)}`, 0, 0, urlTooLong],
    ] as const) {
      const more = `\r\nX: ${'x'.repeat(length)}`.repeat(lines);
      const reply = await askRaw(subject(), `GET ${path}${query} HTTP/1.1\r\nHost: x${more}`);
      t.is(reply.status, detail === undefined ? 200 : 400, `${lines} of ${length}`);
      t.regex(reply.head, counted);
      const { instance, ...body } = JSON.parse(reply.body) as Record<string, unknown>;
      t.is(body['detail'], detail);
      t.is(instance, detail === undefined ? undefined : path);
    }
  });

  test('HTTP/1.0 without Host, an unknown Expect and a body do not change the answer', async (t) => {
    const key = `Authorization: Bearer ${subject().server.keys['A3']}`;
    const path = '/v1/products/TEE100/pricing';
    for (const [lines, body] of [
      [`GET ${path} HTTP/1.0`, ''],
      [`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: tea`, ''],
      [`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5`, 'hello'],
    ]) {
      t.is((await askRaw(subject(), `${lines}\r\n${key}`, body)).status, 200, lines);
    }
  });
};
