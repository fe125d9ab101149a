/** Tests that every invalid request gets its problem of the table (design section 8). */
import { locales } from '../../../contract/locales.ts';
import { invalidRequestDetails } from '../../../contract/problems.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { assertProblem, clientOf, type Topic, withKey } from './suite.ts';

/** Path and query, the expected code and status, and the instance if it differs from the sent path. */
const badPaths: readonly (readonly [string, string, number, string?])[] = [
  ['/', 'route_not_found', 404],
  ['/v1', 'route_not_found', 404],
  ['/v2/products', 'route_not_found', 404],
  ['/v1/products/', 'route_not_found', 404],
  ['/v1/products/TEE100/', 'route_not_found', 404],
  ['/v1/products/TEE100/pricing/', 'route_not_found', 404],
  ['/v1/products/pricing/', 'route_not_found', 404],
  ['/v1/Products', 'route_not_found', 404],
  ['//v1/products', 'route_not_found', 404, '/%2Fv1/products'],
  ['/v1/products/TEE100%2Fpricing/x', 'route_not_found', 404],
  ['/v1/health/', 'route_not_found', 404],
  ['/v1/products/NO-SUCH-SKU', 'product_not_found', 404],
  ['/v1/products/tee100', 'product_not_found', 404],
  ['/v1/products/pricing.json', 'product_not_found', 404],
  [`/v1/products/${'A'.repeat(64)}`, 'product_not_found', 404],
  [`/v1/products/${'A'.repeat(65)}`, 'invalid_sku', 400],
  ['/v1/products/-TEE', 'invalid_sku', 400],
  ['/v1/products/.hidden', 'invalid_sku', 400],
  ['/v1/products/TEE%20100', 'invalid_sku', 400],
  ['/v1/products/%2554EE100', 'invalid_sku', 400],
  ['/v1/products/TEE100%0A', 'invalid_sku', 400],
  ['/v1/products/%C3%A9', 'invalid_sku', 400],
  ['/v1/products/%FF%FE', 'invalid_sku', 400],
  ['/v1/products/%3Cscript%3E', 'invalid_sku', 400],
  ["/v1/products/$(id)'", 'invalid_sku', 400],
  ['/v1/products?locale=', 'unsupported_locale', 400],
  ['/v1/products?locale', 'unsupported_locale', 400],
  ['/v1/products?locale=en', 'unsupported_locale', 400],
  ['/v1/products?locale=EN-CA', 'unsupported_locale', 400],
  ['/v1/products?locale=en-CA%00', 'unsupported_locale', 400],
  ['/v1/products/TEE100?locale=../en-CA', 'unsupported_locale', 400],
  ['/v1/products?locale=en-CA&locale=fr-CA', 'invalid_request', 400],
  ['/v1/products?locale=xx&locale=yy', 'invalid_request', 400],
  ['/v1/products?%6Cocale=en-CA&locale=en-CA', 'invalid_request', 400],
  ['/v1/products?locale=%', 'invalid_request', 400],
  ['/v1/products?other=%zz', 'invalid_request', 400],
  [`/images/${'a'.repeat(300)}.svg`, 'route_not_found', 404],
  [`/docs/${'a'.repeat(300)}`, 'route_not_found', 404],
  ['/docs/errors%0A', 'route_not_found', 404],
  ['/v1/products/TEE100/pricing%0A', 'route_not_found', 404],
  ['/v1/products/TEE100%2F', 'route_not_found', 404],
  ['/v1/products/a%2Fb', 'route_not_found', 404],
  ['/v1/products/%zz', 'invalid_request', 400, '/v1/products/%25zz'],
  ['/v1/products/TEE100%00', 'invalid_request', 400],
  ['/v1/../../private/net/A3/en-CA.json', 'invalid_request', 400],
  ['/images/%2e%2e/%2E./private/net/A3/en-CA.json', 'invalid_request', 400],
  [`/v1/products?${'x'.repeat(5000)}`, 'invalid_request', 400],
];

/** A path with unnecessary escapes, an encoded slash or dot segments, and the usual spelling of the same path. */
const spellings: readonly (readonly [string, string])[] = [
  ['/v1/%70roducts/TEE100', '/v1/products/TEE100'],
  ['/v1/products/./TEE100', '/v1/products/TEE100'],
  ['/v1/products/x/%2e%2e/TEE100', '/v1/products/TEE100'],
  ['/v1/%70roducts/NO-SUCH-SKU', '/v1/products/NO-SUCH-SKU'],
  ['/v1/%70roducts/-TEE', '/v1/products/-TEE'],
  ['/%76%31/products/TEE100/%70ricing', '/v1/products/TEE100/pricing'],
  ['/v1/products/TEE100%2Fpricing', '/v1/products/TEE100/pricing'],
  ['/v1/%70roducts/pricing', '/v1/products/pricing'],
  ['/v1/products/TEE100/../pricing', '/v1/products/pricing'],
];

/** Request targets that are not just a path and query, the status of their answer, and the instance of a problem. */
const targets: readonly (readonly [string, number, string?])[] = [
  ['http://x/v1/health', 200],
  ['HTTPS://x.y:1/v1/health?z', 200],
  ['http://[::1]:80/v1/health', 200],
  ['  /v1/health', 200],
  ['http://x', 404, '/'],
  ['ftp://x/v1/health', 400, '/v1/health'],
  ['ws://x/v1/products/TEE100', 400, '/v1/products/TEE100'],
  ['a+b://x/v1/health', 400, '/v1/health'],
  ['http:///v1/health', 400, '/v1/health'],
  ['http://', 400, '/'],
  ['http://u@x/v1/health', 400, '/v1/health'],
  ['http://a_b/v1/health', 400, '/v1/health'],
  ['http://a..b/v1/health', 400, '/v1/health'],
  ['*', 400, '/'],
  ['x:80', 400, '/'],
];

/** Returns paths, each with the header lines of a malformed request for it; `key` is a header line with a demo key. */
const malformed = (key: string): readonly (readonly [path: string, head: string])[] => [
  ['/v1/products/TEE100', `Host: x\r\n${key}${key}`],
  ['/v1/products/TEE100', 'Host: x\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"\r\n'],
  ['/v1/products', ''],
  ['/v1/products/TEE100', 'Host: x\r\nHost: x\r\n'],
  ['/v1/products', 'Host:\r\n'],
  ['/v1/products', 'Host: a b\r\n'],
  ['/v1/products', 'Host: a/b\r\n'],
  ['/v1/products', 'Host: x\r\nbad header\r\nContent-Length: -1\r\n'],
  ['/v1/products/pricing', 'Host: x\r\nContent-Length: x\r\n'],
  ['/v1/products', 'Host: x\r\nTransfer-Encoding: foo\r\n'],
  ['/v1/products/X', `Host: x\r\n${key}X: \x01\r\n`],
  ['/v1/products/\x7F', `Host: x\r\n${key}`],
];

export const problems: Topic = (test, subject) => {
  test('every invalid path or query gets its problem, with and without a key, and with the encoded path as instance', async (t) => {
    const client = clientOf(subject());
    for (const [target, code, status, instance = target.split('?')[0] ?? ''] of badPaths) {
      for (const options of [{}, withKey(subject(), 'A3')]) {
        const reply = await client(target, options);
        assertProblem(t, subject(), reply, { code, status, instance });
        // Products are looked up with the key, but an unknown route is unknown for every client.
        const isKept = code === 'route_not_found' || (status === 404 && !('headers' in options));
        t.is(reply.headers['cache-control'], isKept ? 'public, max-age=10' : 'no-store', target);
      }
    }
  });

  test('the problem of an unsupported locale names the supported ones', async (t) => {
    const reply = await clientOf(subject())('/v1/products?locale=xx');
    const { detail } = reply.json() as { detail: string };
    for (const locale of locales) t.true(detail.includes(locale));
  });

  test('an unknown query parameter is ignored', async (t) => {
    const reply = await clientOf(subject())(
      '/v1/products/TEE100?colour=navy&colour=red&locale=fr-CA',
    );
    t.is(reply.status, 200);
    t.regex(reply.text, /"locale":"fr-CA"/);
  });

  test('a parameter may be percent-encoded', async (t) => {
    const reply = await clientOf(subject())('/v1/products/%54EE100?loc%61le=fr%2DCA');
    t.regex(reply.text, /"sku":"TEE100".*"locale":"fr-CA"/);
  });

  test('every spelling of a path leads to the same route, with and without a key', async (t) => {
    const client = clientOf(subject());
    for (const options of [{}, withKey(subject(), 'A3')]) {
      for (const [spelled, plain] of spellings) {
        const [reply, expected] = [await client(spelled, options), await client(plain, options)];
        t.is(reply.status, expected.status, spelled);
        const body = expected.json() as Record<string, unknown>;
        t.deepEqual(reply.json(), 'instance' in body ? { ...body, instance: spelled } : body);
        t.is(reply.headers['cache-control'], expected.headers['cache-control'], spelled);
      }
    }
  });

  test('other methods than GET, HEAD and OPTIONS get 405 with the allowed methods', async (t) => {
    const client = clientOf(subject());
    const key = withKey(subject(), 'A3').headers;
    const cases = [
      ['POST', '/v1/products', 'GET, HEAD, OPTIONS'],
      ['PUT', '/v1/products/TEE100?locale=xx', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/v1/health', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/v1/sync/activeProduct', 'GET, HEAD, OPTIONS'],
      ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
      ['POST', '/v1/products/pricing', 'GET, HEAD'],
      ['OPTIONS', '/v1/products/TEE100/pricing', 'GET, HEAD'],
    ] as const;
    for (const [method, path, allow] of cases) {
      const reply = await client(path, { method, headers: key });
      const instance = path.split('?')[0] ?? '';
      assertProblem(t, subject(), reply, { code: 'method_not_allowed', status: 405, instance });
      t.is(reply.headers['allow'], allow, `${method} ${path}`);
    }
  });

  test('an unknown route gets route_not_found for every method', async (t) => {
    const reply = await clientOf(subject())('/v1/product', { method: 'POST' });
    assertProblem(t, subject(), reply, {
      code: 'route_not_found',
      status: 404,
      instance: '/v1/product',
    });
  });

  test('a method that no server or no route has gets 405 with the allowed methods, and 404 on an unknown route', async (t) => {
    for (const method of ['BREW', 'DESCRIBE', 'TRACE', 'CONNECT']) {
      for (const [path, code, allow] of [
        ['/v1/products', 'method_not_allowed', 'GET, HEAD, OPTIONS'],
        ['/v1/%70roducts/x%3F/pricing', 'method_not_allowed', 'GET, HEAD'],
        ['/v1/none', 'route_not_found', undefined],
        ['/docs/none.none', 'route_not_found', undefined],
        ['/v1/products?x=%zz', 'invalid_request', undefined],
      ] as const) {
        const request = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        const reply = await sendRaw(subject().server.port, request);
        const [head = '', body = ''] = reply.split('\r\n\r\n');
        t.is(/^Allow: (.*)\r$/m.exec(head)?.[1], allow, `${method} ${path}`);
        t.is(head.includes('\r\nRateLimit: "default";r=599;t=60'), path.includes('roducts'));
        t.like(JSON.parse(body), { code, instance: path.split('?')[0] ?? '' }, method);
      }
    }
  });

  test('a request target may be a URL of HTTP, whatever its host, and no other URL', async (t) => {
    for (const [target, status, instance] of targets) {
      const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const [head = '', body = ''] = (await sendRaw(subject().server.port, request)).split(
        '\r\n\r\n',
      );
      t.true(head.startsWith(`HTTP/1.1 ${status} `), `${target}\n${head}`);
      t.is((JSON.parse(body) as Record<string, unknown>)['instance'], instance, target);
    }
  });

  test('the problem of a malformed URL says so, and its instance is percent-encoded', async (t) => {
    const { malformedUrl: detail } = invalidRequestDetails;
    for (const [target, instance] of [
      ['/v1/\xE9\xFF', '/v1/%E9%FF'],
      ['/v1/products/T\x7F', '/v1/products/T%7F'],
      ['/v1/products/%zz', '/v1/products/%25zz'],
      ['/v1/products?x=\xE9', '/v1/products'],
      ['ftp://x/v1/products', '/v1/products'],
      ['*', '/'],
    ] as const) {
      const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const reply = await sendRaw(subject().server.port, Buffer.from(request, 'latin1'));
      const problem = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
      t.like(problem, { code: 'invalid_request', detail, instance }, target);
    }
  });

  test('raw quotes, backslashes and brackets in a path do not make the JSON of a problem invalid', async (t) => {
    const { port } = subject().server;
    const request = 'GET /v1/x"y\\z<>|{}^` HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const body = (await sendRaw(port, request)).split('\r\n\r\n')[1] ?? '';
    const problem = JSON.parse(body) as { instance: string; code: string };
    t.is(problem.code, 'route_not_found');
    t.is(problem.instance, '/v1/x%22y%5Cz%3C%3E%7C%7B%7D%5E%60');
  });

  test('a malformed request gets invalid_request, with its path as instance, and is counted by the limits', async (t) => {
    const { port, keys } = subject().server;
    for (const [path, head] of malformed(`Authorization: Bearer ${keys['A3']}\r\n`)) {
      const reply = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      t.regex(reply, /^HTTP\/1\.1 400 /, head);
      t.regex(reply, /content-type: application\/problem\+json/i, head);
      t.regex(reply, /\r\nRateLimit-Policy: "default";q=600;w=60\r\n/, head);
      t.regex(reply, /\r\nRateLimit: "default";r=599;t=60\r\n/, head);
      const problem = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
      const instance = path.replace('\x7F', '%7F');
      t.like(problem, { code: 'invalid_request', instance }, head);
    }
  });

  test('bytes that are not HTTP/1, and an unknown method without Host, get invalid_request', async (t) => {
    for (const [request, instance] of [
      ['no HTTP\r\n\r\n', '/'],
      ['\x16\x03\x01\x02\x00\x01\r\n\r\n', '/'],
      [' GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n', '/'],
      ['GET /v1/health HTTP/2.0\r\nHost: x\r\n\r\n', '/v1/health'],
      ['BREW /v1/health HTTP/1.1\r\n\r\n', '/v1/health'],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(subject().server.port, request)).split(
        '\r\n\r\n',
      );
      t.regex(head, /^HTTP\/1\.1 400 /, request);
      t.regex(head, /content-type: application\/problem\+json/i);
      t.like(JSON.parse(body), { code: 'invalid_request', instance }, request);
    }
  });

  test('URL and headers may fill four buffers of nginx, and a single line may fill one', async (t) => {
    const { port } = subject().server;
    for (const [lines, length, status] of [
      [1, 16_000, 200],
      [1, 17_000, 400],
      [4, 9000, 200],
      [5, 9000, 400],
    ] as const) {
      const headers = `X: ${'x'.repeat(length)}\r\n`.repeat(lines);
      const reply = await sendRaw(
        port,
        `GET /v1/products/TEE100 HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`,
      );
      t.true(reply.startsWith(`HTTP/1.1 ${status} `), `${lines} of ${length}`);
      t.regex(reply, /\r\nRateLimit: "default";r=599;t=60\r\n/);
      if (status === 200) continue;
      const problem = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
      const { headTooLong: detail } = invalidRequestDetails;
      t.like(problem, { code: 'invalid_request', instance: '/v1/products/TEE100', detail });
    }
  });

  test('a URL longer than a buffer of nginx gets a problem about its length', async (t) => {
    const reply = await clientOf(subject())(`/v1/products?${'x'.repeat(20_000)}`);
    t.is(reply.status, 400);
    t.is(reply.headers['ratelimit'], '"default";r=599;t=60');
    const { urlTooLong: detail } = invalidRequestDetails;
    t.like(reply.json(), { code: 'invalid_request', instance: '/v1/products', detail });
  });

  test('a URL is interpreted in the same way with and without a key', async (t) => {
    const client = clientOf(subject());
    for (const query of ['??locale=fr-CA', '?x=?locale=fr-CA', '?=&&&', '?;locale=fr-CA']) {
      const replies = await Promise.all([
        client(`/v1/products/TEE100${query}`),
        client(`/v1/products/TEE100${query}`, withKey(subject(), 'A3')),
      ]);
      for (const reply of replies) t.regex(reply.text, /"locale":"en-CA"/, query);
    }
  });

  test('HTTP/1.0 without Host, and an unknown Expect, are answered like other requests', async (t) => {
    const { port, keys } = subject().server;
    const key = `Authorization: Bearer ${keys['A3']}\r\n`;
    const path = '/v1/products/TEE100/pricing';
    t.regex(await sendRaw(port, `GET ${path} HTTP/1.0\r\n${key}\r\n`), /^HTTP\/1\.\d 200 /);
    const expecting = `GET ${path} HTTP/1.1\r\nHost: x\r\n${key}Expect: tea\r\nConnection: close\r\n\r\n`;
    t.regex(await sendRaw(port, expecting), /^HTTP\/1\.1 200 /);
  });

  test('a request with a body is answered like one without', async (t) => {
    const { port, keys } = subject().server;
    const request = `GET /v1/products/TEE100/pricing HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys['A3']}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`;
    t.regex(await sendRaw(port, request), /^HTTP\/1\.1 200 /);
  });
};
