/** Tests of content codings, entity tags, preconditions and HEAD. */
import { askRaw, clientOf, type Subject, type Topic, withKey } from './suite.ts';

const publicPaths = [
  ...['/v1/products', '/v1/products/TEE100?locale=fr-CA', '/v1/sync/activeProduct'],
  ...['/openapi.json', '/docs/errors', '/images/TEE101/navy-front.svg'],
];
/** Exports, which nginx decompresses for clients without a coding, so that their length is not sent. */
const exportPaths = ['/v1/products/export', '/v1/products/inventory.csv?locale=fr-CA'];
const keyedPaths = [
  ...['/v1/products/TEE100?locale=fr-CA', '/v1/products/TEE100/pricing', '/v1/products/pricing'],
  '/v1/products/pricing.csv?locale=fr-CA',
];

/** Returns paths of all kinds of answers, each with the headers of its request. */
function allPaths(subject: Subject): [string, Record<string, string>][] {
  const { headers } = withKey(subject, 'A3');
  return [...withHeaders(publicPaths, {}), ...withHeaders(keyedPaths, headers)];
}

function withHeaders(paths: readonly string[], headers: Record<string, string>) {
  return paths.map((path): [string, Record<string, string>] => [path, headers]);
}

/** `Accept-Encoding`, and the codings that may be sent. */
const codings = [
  ['gzip;q=0.001', ['gzip']],
  ['GZIP', ['gzip', 'identity']],
  ['deflate, X-Gzip;q=0.5', ['gzip']],
  ['x-gzip, br', ['br']],
  ['br;q=0, gzip', ['gzip']],
  ['gzip;q=0, br', ['br']],
  ['gzip;q=, br;;q=x', ['gzip', 'br', 'identity']],
  ...['gzip;q=0, br;q=0.000', 'gzip ; q=0', 'x-gzip;q=0', '*', '*;q=0', 'identity;q=0', 'zstd']
    .concat('xgzip, gzipx, brx', ', ,,', '', 'x'.repeat(3000))
    .map((none) => [none, ['identity']] as const),
] as const;

export const representations: Topic = (test, subject) => {
  test('each coding of an answer has its own entity tag, and a client that has it gets 304 without a body', async (t) => {
    const client = clientOf(subject());
    for (const [path, headers] of [...allPaths(subject()), ...withHeaders(exportPaths, {})]) {
      const tags = new Set<string>();
      const texts = new Set<string>();
      for (const [accepted, coding] of [['identity'], ['gzip', 'gzip'], ['gzip, br', 'br']]) {
        const sent = { ...headers, 'Accept-Encoding': accepted ?? '' };
        const full = await client(path, { headers: sent });
        t.is(full.headers['content-encoding'], coding, path);
        const tag = String(full.headers['etag']);
        tags.add(tag);
        texts.add(full.text);
        for (const held of [tag, `W/${tag.replace('W/', '')}`, `"other", ${tag}`, '*']) {
          const reply = await client(path, { headers: { ...sent, 'If-None-Match': held } });
          t.deepEqual([reply.status, reply.bytes.length], [304, 0], `${path} ${held}`);
          for (const name of ['etag', 'cache-control', 'vary']) {
            t.is(reply.headers[name], full.headers[name], `${path}: ${name}`);
          }
        }
      }
      t.deepEqual([tags.size, texts.size], [3, 1], path);
    }
  });

  test('for every Accept-Encoding only a named coding is sent, also to a CDN', async (t) => {
    const { headers } = withKey(subject(), 'A3');
    const detail = '/v1/products/TEE100';
    for (const [path, key] of [['/v1/products'], [detail], [detail, headers]] as const) {
      for (const [asked, may] of codings) {
        const sent = { ...key, Via: '1.1 cdn', 'Accept-Encoding': asked };
        const reply = await clientOf(subject())(path, { headers: sent });
        const coding = String(reply.headers['content-encoding'] ?? 'identity');
        t.true((may as readonly string[]).includes(coding), `${asked}: ${coding}`);
      }
    }
  });

  test('several Accept-Encoding lines are one list', async (t) => {
    const key = withKey(subject(), 'A3').headers['Authorization'];
    for (const [path, more] of [
      ['/v1/products', ''],
      ['/v1/products/TEE100', ''],
      ['/v1/products/TEE100', `\r\nAuthorization: ${key}`],
      ['/v1/products/export', ''],
      ['/docs/errors', ''],
    ] as const) {
      for (const [one, other, coding] of [
        ['identity', 'gzip', 'gzip'],
        ['gzip', 'br', 'br'],
        ['br;q=0', 'x-gzip', 'gzip'],
        ['zstd', 'deflate', undefined],
      ]) {
        const lines = `Host: x\r\nAccept-Encoding: ${one}\r\naccept-encoding: ${other}${more}`;
        const { status, head } = await askRaw(subject(), `GET ${path} HTTP/1.1\r\n${lines}`);
        t.is(status, 200);
        t.is(/\r\nContent-Encoding: (\S+)/i.exec(head)?.[1], coding, `${path}: ${one}, ${other}`);
      }
    }
  });

  test('only a held entity tag of the same coding causes 304; dates, If-Match and Range are ignored', async (t) => {
    const client = clientOf(subject());
    const past = 'Thu, 01 Jan 1970 00:00:00 GMT';
    const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
    for (const [path, key] of allPaths(subject())) {
      const tag = String((await client(path, { headers: key })).headers['etag']);
      const gzip = await client(path, { headers: { ...key, 'Accept-Encoding': 'gzip' } });
      const bare = tag.slice(1, -1);
      for (const [precondition, status] of [
        [{ 'If-None-Match': tag, 'If-Modified-Since': past }, 304],
        [{ 'If-None-Match': `"a, b" ,\tW/"c",${tag}`, 'If-Modified-Since': '' }, 304],
        [{ 'If-None-Match': `"x${bare}", "${bare}x"`, 'If-Modified-Since': future }, 200],
        [{ 'If-None-Match': bare }, 200],
        [{ 'If-None-Match': String(gzip.headers['etag']) }, 200],
        [{ 'If-Modified-Since': future }, 200],
        [{ 'If-Match': '"other"', 'If-Unmodified-Since': past, Range: 'bytes=0-3' }, 200],
        [{ 'If-Match': '', 'If-Unmodified-Since': '', 'If-Modified-Since': '' }, 200],
      ] as const) {
        const reply = await client(path, { headers: { ...key, ...precondition } });
        t.is(reply.status, status, `${path}: ${JSON.stringify(precondition)}`);
      }
    }
    const { headers } = withKey(subject(), 'revoked');
    const refused = { headers: { ...headers, 'If-None-Match': '*' } };
    t.is((await client('/v1/products/TEE100', refused)).status, 401, 'the key is checked before');
  });

  test('HEAD has the headers of GET and no body, for errors too', async (t) => {
    const client = clientOf(subject());
    const failing = ['/v1/products/NONE', '/none', '/v1/products/pricing', '/v1/health'];
    for (const [path, headers] of [...allPaths(subject()), ...withHeaders(failing, {})]) {
      const get = await client(path, { headers });
      const head = await client(path, { method: 'HEAD', headers });
      t.deepEqual([head.status, head.bytes.length], [get.status, 0], path);
      for (const name of ['date', 'connection', 'keep-alive', 'ratelimit', 'x-request-id']) {
        delete get.headers[name];
        delete head.headers[name];
      }
      t.deepEqual(head.headers, get.headers, path);
    }
  });
};
