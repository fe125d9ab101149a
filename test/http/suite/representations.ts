/** Tests of content codings, entity tags, preconditions and HEAD. */
import { clientOf, type Topic, withKey } from './suite.ts';

const publicPaths = [
  '/v1/products',
  '/v1/products/TEE100?locale=fr-CA',
  '/v1/sync/activeProduct',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/docs/errors',
  '/images/TEE101/navy-front.svg',
];
const keyedPaths = [
  '/v1/products/TEE100?locale=fr-CA',
  '/v1/products/TEE100/pricing',
  '/v1/products/pricing',
  '/v1/products/pricing?locale=fr-CA&format=csv',
];

export const representations: Topic = (test, subject) => {
  const all = () => {
    const { headers } = withKey(subject(), 'A3');
    return [
      ...publicPaths.map((path) => [path, {}] as const),
      ...keyedPaths.map((path) => [path, headers] as const),
    ];
  };

  test('gzip and Brotli bodies decompress to the identity body, each with its own entity tag', async (t) => {
    const client = clientOf(subject());
    for (const [path, headers] of all()) {
      const [identity, gzip, brotli] = await Promise.all(
        ['identity', 'gzip', 'gzip, br'].map((coding) =>
          client(path, { headers: { ...headers, 'Accept-Encoding': coding } }),
        ),
      );
      t.is(identity?.headers['content-encoding'], undefined);
      t.is(gzip?.headers['content-encoding'], 'gzip');
      t.is(brotli?.headers['content-encoding'], 'br');
      t.is(gzip?.text, identity?.text);
      t.is(brotli?.text, identity?.text);
      const tags = [identity, gzip, brotli].map((reply) => String(reply?.headers['etag']));
      t.is(new Set(tags).size, 3, path);
      for (const tag of tags) t.regex(tag, /^"[^"]+"$/);
    }
  });

  test('an encoding that the client refuses or does not name is not used', async (t) => {
    const client = clientOf(subject());
    for (const accepted of ['gzip;q=0', 'gzip;q=0, br;q=0.000', '*', 'deflate', 'zstd', '']) {
      const headers = { 'Accept-Encoding': accepted };
      const reply = await client('/v1/products/TEE100', { headers });
      t.is(reply.headers['content-encoding'], undefined, accepted);
    }
  });

  test('for every Accept-Encoding only a named coding is sent', async (t) => {
    const client = clientOf(subject());
    // `Accept-Encoding`, and the codings that may be sent.
    const cases = [
      ['gzip;q=0.001', ['gzip']],
      ['GZIP', ['gzip', 'identity']],
      ['x-gzip', ['gzip']],
      ['deflate, X-Gzip;q=0.5', ['gzip']],
      ['x-gzip;q=0', ['identity']],
      ['x-gzip, br', ['br']],
      ['x-gzipped, xx-gzip', ['identity']],
      ['gzip ; q=0', ['identity']],
      ['br;q=0, gzip', ['gzip']],
      ['gzip;q=0, br', ['br']],
      ['gzip;q=, br;;q=x', ['gzip', 'br', 'identity']],
      ['xgzip, gzipx, brx', ['identity']],
      ['*;q=0', ['identity']],
      ['identity;q=0', ['identity']],
      [', ,,', ['identity']],
      ['x'.repeat(3000), ['identity']],
    ] as const;
    const { headers } = withKey(subject(), 'A3');
    for (const [path, key] of [
      ['/v1/products', {}],
      ['/v1/products/TEE100', {}],
      ['/v1/products/TEE100', headers],
      ['/v1/sync/activeProduct', {}],
    ] as const) {
      const { text } = await client(path, { headers: { ...key, 'Accept-Encoding': 'identity' } });
      for (const [asked, may] of cases) {
        const reply = await client(path, { headers: { ...key, 'Accept-Encoding': asked } });
        const sent = String(reply.headers['content-encoding'] ?? 'identity');
        t.true((may as readonly string[]).includes(sent), `${asked}: ${sent}`);
        t.is(reply.text, text);
      }
    }
  });

  test('answers to a CDN that sends Via are compressed too', async (t) => {
    const headers = { Via: '1.1 cdn', 'Accept-Encoding': 'gzip' };
    const reply = await clientOf(subject())('/v1/products', { headers });
    t.is(reply.headers['content-encoding'], 'gzip');
  });

  test('a client with the current bytes gets 304 without a body, with the headers that a cache needs', async (t) => {
    const client = clientOf(subject());
    for (const [path, headers] of all()) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const accepting = { ...headers, 'Accept-Encoding': coding };
        const full = await client(path, { headers: accepting });
        const tag = String(full.headers['etag']);
        for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const reply = await client(path, { headers: { ...accepting, 'If-None-Match': held } });
          t.is(reply.status, 304, `${path} ${held}`);
          t.is(reply.bytes.length, 0);
          for (const name of ['etag', 'cache-control', 'vary']) {
            t.is(reply.headers[name], full.headers[name], `${path}: ${name}`);
          }
        }
      }
    }
  });

  test('If-None-Match takes precedence over a date, and unknown entity tags never cause 304', async (t) => {
    const client = clientOf(subject());
    const past = 'Thu, 01 Jan 1970 00:00:00 GMT';
    const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
    for (const [path, key] of all()) {
      const tag = String((await client(path, { headers: key })).headers['etag']);
      const bare = tag.slice(1, -1);
      const cases = [
        [tag, past, 304],
        ['"other"', future, 200],
        [`"a, b" ,\tW/"c",${tag}`, future, 304],
        [bare, future, 200],
        [`"${bare}`, future, 200],
        [`w/${tag}`, future, 200],
        [`"x${bare}", "${bare}x"`, future, 200],
        ['""', future, 200],
      ] as const;
      for (const [held, date, status] of cases) {
        const headers = { ...key, 'If-None-Match': held, 'If-Modified-Since': date };
        t.is((await client(path, { headers })).status, status, `${path}: ${held}`);
      }
    }
  });

  test('an entity tag of another encoding, or a date, does not cause 304', async (t) => {
    const client = clientOf(subject());
    const gzip = await client('/v1/products', { headers: { 'Accept-Encoding': 'gzip' } });
    const replies = await Promise.all([
      client('/v1/products', { headers: { 'If-None-Match': String(gzip.headers['etag']) } }),
      client('/v1/products', {
        headers: { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      }),
    ]);
    for (const { status, headers } of replies) {
      t.is(status, 200);
      t.is(headers['last-modified'], undefined);
    }
  });

  test('If-Match, If-Unmodified-Since and Range are ignored', async (t) => {
    const headers = {
      'If-Match': '"other"',
      'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT',
      Range: 'bytes=0-3',
    };
    for (const [path, key] of all()) {
      const reply = await clientOf(subject())(path, { headers: { ...headers, ...key } });
      t.is(reply.status, 200, path);
    }
  });

  test('empty preconditions are ignored, too', async (t) => {
    const empty = { 'If-Match': '', 'If-Unmodified-Since': '', 'If-Modified-Since': '' };
    const client = clientOf(subject());
    for (const [path, key] of all()) {
      for (const name of Object.keys(empty)) {
        const ask = (headers: Readonly<Record<string, string>>) =>
          client(path, { headers: { ...key, [name]: '', ...headers } });
        const { status, headers } = await ask({});
        t.is(status, 200, `${path} ${name}`);
        t.is((await ask({ 'If-None-Match': String(headers['etag']) })).status, 304, name);
      }
    }
  });

  test('credentials are checked before preconditions: a revoked key never gets 304', async (t) => {
    const { headers } = withKey(subject(), 'revoked');
    const reply = await clientOf(subject())('/v1/products/TEE100', {
      headers: { ...headers, 'If-None-Match': '*' },
    });
    t.is(reply.status, 401);
  });

  test('HEAD has the headers of GET and no body', async (t) => {
    const client = clientOf(subject());
    const failing = ['/v1/products/NONE', '/v1/none', '/v1/products/pricing'].map(
      (path) => [path, {}] as const,
    );
    for (const [path, headers] of [...all(), ...failing]) {
      const [get, head] = [
        await client(path, { headers }),
        await client(path, { method: 'HEAD', headers }),
      ];
      t.is(head.status, get.status);
      t.is(head.bytes.length, 0);
      for (const name of ['date', 'connection', 'keep-alive', 'ratelimit', 'x-request-id']) {
        delete get.headers[name];
        delete head.headers[name];
      }
      t.deepEqual(head.headers, get.headers, path);
    }
  });
};
