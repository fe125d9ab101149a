import test from 'ava';
import {
  addKey,
  answeredPaths,
  bearer,
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

const codings = ['identity', 'gzip', 'br'] as const;

/** Requests a path with a key and further headers. */
function ask(
  { client }: PricingApp,
  path: string,
  key: string,
  headers: Record<string, string>,
  method = 'GET',
) {
  return client(path, { method, headers: { ...bearer(key), ...headers } });
}

test.serial(
  'each coding decompresses to the same document and has its own strong entity tag',
  async (t) => {
    const key = await addKey(app.redis);
    for (const path of answeredPaths) {
      const replies = await Promise.all(
        codings.map((coding) => ask(app, path, key, { 'accept-encoding': coding })),
      );
      const [identity, gzip, br] = replies;
      t.is(identity?.headers['content-encoding'], undefined);
      t.is(gzip?.headers['content-encoding'], 'gzip');
      t.is(br?.headers['content-encoding'], 'br');
      t.is(new Set(replies.map(({ text }) => text)).size, 1);
      t.is(new Set(replies.map(({ headers }) => headers['etag'])).size, 3);
      for (const { headers, bytes } of replies) {
        t.regex(String(headers['etag']), /^"[^"]+"$/);
        t.is(headers['content-length'], String(bytes.length));
      }
    }
  },
);

test.serial(
  'every answer may be cached only by its client, and varies by key and coding',
  async (t) => {
    const key = await addKey(app.redis);
    for (const path of answeredPaths) {
      const first = await ask(app, path, key, {});
      const held = await ask(app, path, key, { 'if-none-match': String(first.headers['etag']) });
      t.deepEqual([first.status, held.status], [200, 304]);
      for (const { headers } of [first, held]) {
        t.is(headers['cache-control'], 'private, no-cache');
        t.is(headers['vary'], 'Accept-Encoding, Authorization');
        t.is(headers['x-content-type-options'], 'nosniff');
        t.is(headers['access-control-allow-origin'], undefined);
        t.is(headers['last-modified'], undefined);
      }
    }
  },
);

test.serial(
  'a client with the current bytes gets 304 without a body, in each coding',
  async (t) => {
    const key = await addKey(app.redis);
    for (const path of answeredPaths) {
      for (const coding of codings) {
        const accept = { 'accept-encoding': coding };
        const etag = String((await ask(app, path, key, accept)).headers['etag']);
        for (const field of [etag, `W/${etag}`, `"x", W/${etag}, "y"`, '*']) {
          const held = await ask(app, path, key, { ...accept, 'if-none-match': field });
          t.is(held.status, 304, field);
          t.is(held.bytes.length, 0);
          t.is(held.headers['etag'], etag);
          t.is(held.headers['content-encoding'], undefined);
          t.is(held.headers['content-type'], undefined);
        }
      }
    }
  },
);

test.serial(
  'a client with the bytes of another coding or tier, or none, gets the document',
  async (t) => {
    const key = await addKey(app.redis);
    const other = await addKey(app.redis, { id: 'other', tier: 'A1' });
    for (const path of answeredPaths) {
      const gzip = await ask(app, path, key, { 'accept-encoding': 'gzip' });
      const etag = String(gzip.headers['etag']);
      const held = { 'if-none-match': etag };
      t.is((await ask(app, path, key, { ...held, 'accept-encoding': 'br' })).status, 200);
      t.is((await ask(app, path, other, { ...held, 'accept-encoding': 'gzip' })).status, 200);
      t.is((await ask(app, path, key, { 'if-none-match': '"x"' })).status, 200);
      const since = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() };
      t.is((await ask(app, path, key, since)).status, 200);
    }
  },
);

test.serial('HEAD has the headers of GET and no body', async (t) => {
  const key = await addKey(app.redis);
  for (const path of [...answeredPaths, '/v1/products/NONE', '/v1/products/TEE-1?locale=x']) {
    for (const coding of codings) {
      const accept = { 'accept-encoding': coding };
      const get = await ask(app, path, key, accept);
      const head = await ask(app, path, key, accept, 'HEAD');
      t.is(head.status, get.status);
      t.is(head.bytes.length, 0);
      // The client closes its connection after HEAD; these headers are the service's.
      const apart = { date: '', connection: '', 'keep-alive': '' };
      t.deepEqual({ ...head.headers, ...apart }, { ...get.headers, ...apart });
    }
  }
});

test.serial('equal content has equal entity tags after a restart of the service', async (t) => {
  const restarted = await startPricingApp(t);
  const etagOf = async (app: PricingApp) => {
    const key = await addKey(app.redis);
    return (await ask(app, keyedPaths[0], key, { 'accept-encoding': 'br' })).headers['etag'];
  };
  t.is(await etagOf(restarted), await etagOf(app));
});
