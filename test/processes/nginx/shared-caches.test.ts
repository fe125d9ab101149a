/** The whole API behind real shared caches: no client gets an answer that was stored for another. */
import { dirname } from 'node:path';
import test from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { baseUrl } from '../../helpers/content.ts';
import { type Client, createClient, type Reply } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { addKey, bearer, type PricingApp, startPricingApp } from '../../helpers/pricing-app.ts';
import { sharedCaches } from '../../helpers/shared-caches.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const teardowns = collectTeardowns();
let app: PricingApp;
let origin: number;

test.before('the service and nginx start', async () => {
  app = await startPricingApp(teardowns);
  const folder = dirname(app.out);
  const { release } = app.manifest;
  const options = { folder, baseUrl, pricingPort: app.port, release };
  origin = (await startTestNginx(teardowns, options)).port;
});
test.after.always('all servers end', () => teardowns.run());

const detail = '/v1/products/TEE-1';
const get = (client: Client, path: string, key?: string, coding = 'gzip') =>
  client(path, { headers: { 'Accept-Encoding': coding, ...(key && bearer(key)) } });
const isHit = ({ headers }: Reply) => headers['x-cache'] === 'HIT';
const tierOf = ({ text }: Reply) => /"priceTier":"(\w+)"/.exec(text)?.[1] ?? 'MSRP';

for (const [name, startCache] of Object.entries(sharedCaches)) {
  let port: Promise<number> | undefined;
  /** Returns a client of the cache. All tests use one cache, so those of public answers request different URLs. */
  const connect = async () => {
    port ??= startCache(teardowns, origin);
    return createClient(await port);
  };

  test.serial(`${name}: every client gets the answer for its own key`, async (t) => {
    const client = await connect();
    const [one, other] = [
      await addKey(app.redis, { id: 'one', tier: 'A1' }),
      await addKey(app.redis, { id: 'three', tier: 'A3' }),
    ];

    const anonymousFirst = `${detail}?locale=en-CA`;
    t.is(tierOf(await get(client, anonymousFirst)), 'MSRP');
    const stored = await get(client, anonymousFirst);
    t.true(isHit(stored), 'the cache stores answers; otherwise this test proves nothing');
    t.is(tierOf(await get(client, anonymousFirst, one)), 'A1', 'anonymous, then keyed');

    const keyedFirst = `${detail}?locale=fr-CA`;
    t.is(tierOf(await get(client, keyedFirst, one)), 'A1');
    t.is(tierOf(await get(client, keyedFirst)), 'MSRP', 'keyed, then anonymous');

    for (const path of [`${detail}?locale=en-US`, `${detail}/pricing`, '/v1/products/pricing']) {
      const tiers = [];
      for (const key of [one, other, one, other]) tiers.push(await get(client, path, key));
      t.deepEqual(tiers.map(tierOf), ['A1', 'A3', 'A1', 'A3'], `two tiers: ${path}`);
      t.false(tiers.some(isHit));
      // The pricing routes answer 401.
      t.is(tierOf(await get(client, path)), 'MSRP');
    }

    const list = [await get(client, '/v1/products', one), await get(client, '/v1/products')];
    t.deepEqual(list.map(tierOf), ['MSRP', 'MSRP']);
  });

  test.serial(`${name}: a revoked key is not answered from the cache`, async (t) => {
    const client = await connect();
    const key = await addKey(app.redis, { id: 'soon-revoked', tier: 'A3' });
    const paths = [detail, `${detail}/pricing`, '/v1/products/pricing'];
    const tags = new Map<string, string>();
    for (const path of paths) {
      await get(client, path);
      const reply = await get(client, path, key);
      t.is(tierOf(reply), 'A3');
      tags.set(path, String(reply.headers['etag']));
    }
    await app.redis.client.hset(
      redisKeys.key(hashApiKey(key)),
      'revokedAt',
      '2024-05-11T00:00:00Z',
    );
    app.clock.advance(60_000);
    for (const path of paths) {
      const headers = { ...bearer(key), 'If-None-Match': tags.get(path) ?? '' };
      for (const reply of [await get(client, path, key), await client(path, { headers })]) {
        t.is(reply.status, 401, path);
        t.is((reply.json() as { code: string }).code, 'key_revoked');
      }
    }
    t.is((await get(client, detail)).status, 200);
  });

  test.serial(
    `${name}: each client gets an encoding that it accepts, and 304 for the bytes that it has`,
    async (t) => {
      const client = await connect();
      const orders = [
        ['/v1/products?locale=en-US', ['gzip', 'identity', 'gzip', 'identity']],
        ['/v1/products?locale=fr-CA', ['identity', 'gzip', 'identity', 'gzip']],
      ] as const;
      for (const [path, codings] of orders) {
        const texts = new Set<string>();
        for (const coding of codings) {
          const reply = await get(client, path, undefined, coding);
          const expected = coding === 'gzip' ? coding : undefined;
          t.is(reply.headers['content-encoding'], expected, `${path} ${coding}`);
          texts.add(reply.text);
          const held = {
            'If-None-Match': String(reply.headers['etag']),
            'Accept-Encoding': coding,
          };
          t.is((await client(path, { headers: held })).status, 304, `${path} ${coding}`);
        }
        t.is(texts.size, 1);
      }
    },
  );
}
