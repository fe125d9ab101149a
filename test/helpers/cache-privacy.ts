/** The whole API behind a shared cache: no client gets an answer that was stored for another. */
import type { ExecutionContext } from 'ava';
import { hashApiKey } from '../../contract/api-key.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type Client, createClient, type Reply } from './http-client.ts';
import { addKey, bearer, detailPath, keyedPaths, type PricingApp } from './pricing-app.ts';

const get = (client: Client, path: string, key?: string, coding = 'gzip') =>
  client(path, { headers: { 'Accept-Encoding': coding, ...(key && bearer(key)) } });
const isHit = ({ headers }: Reply) => headers['x-cache'] === 'HIT';
const tierOf = ({ text }: Reply) => /"priceTier":"(\w+)"/.exec(text)?.[1] ?? 'MSRP';

/**
 * Asserts that the cache on `port`, in front of an nginx that uses the service `app`, sends to each client the prices
 * of its own key, refuses revoked keys, and keeps encodings apart.
 */
export async function assertPrivate(
  t: ExecutionContext,
  app: PricingApp,
  port: number,
): Promise<void> {
  const client = createClient(port);
  const [one, other] = [
    await addKey(app.redis, { id: 'one', tier: 'A1' }),
    await addKey(app.redis, { id: 'three', tier: 'A3' }),
  ];
  const anonymousFirst = `${detailPath}?locale=en-CA`;
  t.is(tierOf(await get(client, anonymousFirst)), 'MSRP');
  t.true(isHit(await get(client, anonymousFirst)), 'the cache stores answers');
  t.is(tierOf(await get(client, anonymousFirst, one)), 'A1', 'anonymous, then keyed');
  const keyedFirst = `${detailPath}?locale=fr-CA`;
  t.is(tierOf(await get(client, keyedFirst, one)), 'A1');
  t.is(tierOf(await get(client, keyedFirst)), 'MSRP', 'keyed, then anonymous');
  for (const path of [`${detailPath}?locale=en-US`, ...keyedPaths.slice(1)]) {
    const replies: Reply[] = [];
    for (const key of [one, other, one, other]) replies.push(await get(client, path, key));
    t.deepEqual(replies.map(tierOf), ['A1', 'A3', 'A1', 'A3'], `two tiers: ${path}`);
    t.false(replies.some(isHit));
    // The pricing routes answer 401.
    t.is(tierOf(await get(client, path)), 'MSRP');
  }
  await assertRevoked(t, app, client);
  await assertEncodings(t, client);
}

async function assertRevoked(t: ExecutionContext, app: PricingApp, client: Client): Promise<void> {
  const key = await addKey(app.redis, { id: 'soon-revoked', tier: 'A3' });
  const tags = new Map<string, string>();
  for (const path of keyedPaths) {
    const reply = await get(client, path, key);
    t.is(tierOf(reply), 'A3');
    tags.set(path, String(reply.headers['etag']));
  }
  const revokedAt = '2024-05-11T00:00:00Z';
  await app.redis.client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', revokedAt);
  app.clock.advance(60_000);
  for (const path of keyedPaths) {
    const headers = { ...bearer(key), 'If-None-Match': tags.get(path) ?? '' };
    for (const reply of [await get(client, path, key), await client(path, { headers })]) {
      t.is(reply.status, 401, path);
      t.like(reply.json(), { code: 'key_revoked' });
    }
  }
}

/** Asserts that each client gets an encoding that it accepts, and 304 for the bytes that it has. */
async function assertEncodings(t: ExecutionContext, client: Client): Promise<void> {
  for (const [path, first, second] of [
    ['/v1/products?locale=en-US', 'gzip', 'identity'],
    ['/v1/products?locale=fr-CA', 'identity', 'gzip'],
  ] as const) {
    const texts = new Set<string>();
    for (const coding of [first, second, first, second]) {
      const reply = await get(client, path, undefined, coding);
      t.is(reply.headers['content-encoding'], coding === 'gzip' ? coding : undefined, path);
      texts.add(reply.text);
      const held = { 'If-None-Match': String(reply.headers['etag']), 'Accept-Encoding': coding };
      t.is((await client(path, { headers: held })).status, 304, `${path} ${coding}`);
    }
    t.is(texts.size, 1);
  }
}
