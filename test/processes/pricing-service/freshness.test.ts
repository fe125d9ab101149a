/** How soon changes of keys, accounts and releases take effect in answers. */
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../contract/release.ts';
import { catalogPricingSchema, productPricingSchema } from '../../../contract/schemas/pricing.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { reuseMs } from '../../../pricing-service/key-check.ts';
import { activateRelease } from '../../../releases/release-store.ts';
import {
  addKey,
  bearer,
  detailPath,
  type PricingApp,
  startPricingApp,
} from '../../helpers/pricing-app.ts';
import { until } from '../../helpers/until.ts';
import { compileNewer, netPrices } from './newer-release.ts';
import { sharedApp } from './shared-app.ts';

const pricingPath = `${detailPath}/pricing`;

/** Returns the tier in the answer to a key, or the code of the problem. */
async function outcomeOf({ client }: PricingApp, key: string): Promise<string> {
  const reply = await client(pricingPath, { headers: bearer(key) });
  return reply.status === 200
    ? productPricingSchema.parse(reply.json()).priceTier
    : problemSchema.parse(reply.json()).code;
}

test.serial(
  'a revocation, a change of tier and the loss of distributor pricing take effect within 30 seconds, without any message',
  async (t) => {
    const app = await sharedApp();
    const { client } = app.redis;
    const [kept, revoked] = [await addKey(app.redis), await addKey(app.redis)];
    const account = redisKeys.account('acme');
    for (const key of [kept, revoked]) t.is(await outcomeOf(app, key), 'A3');
    await client.hset(redisKeys.key(hashApiKey(revoked)), 'revokedAt', '2024-05-11T00:00:00Z');
    await client.hset(account, 'tier', 'A1');
    app.clock.advance(reuseMs);
    t.deepEqual([await outcomeOf(app, kept), await outcomeOf(app, revoked)], ['A1', 'key_revoked']);
    await client.hset(account, 'distributorPricing', '0');
    app.clock.advance(reuseMs);
    t.is(await outcomeOf(app, kept), 'key_revoked');
  },
);

test.serial('a published change takes effect while the clock does not move', async (t) => {
  const app = await sharedApp();
  const { client } = app.redis;
  const key = await addKey(app.redis);
  const name = redisKeys.key(hashApiKey(key));
  const takesEffect = async (expected: string) => {
    await client.publish(redisKeys.accountChanges, 'acme');
    await until(async () => (await outcomeOf(app, key)) === expected);
  };
  // The message about the creation of the key has arrived once this one has.
  await takesEffect('A3');
  await client.hset(redisKeys.account('acme'), 'tier', 'A1');
  t.is(await outcomeOf(app, key), 'A3', 'the change was not published');
  await takesEffect('A1');
  const record = await client.hgetall(name);
  await client.del(name);
  await takesEffect('invalid_key');
  await client.hset(name, record);
  await takesEffect('A1');
  await client.hset(name, 'revokedAt', '2024-05-11T00:00:00Z');
  await takesEffect('key_revoked');
  t.is(await outcomeOf(app, key), 'key_revoked');
});

test.serial(
  'a hundred first uses of a key read Redis once, and malformed keys never do',
  async (t) => {
    const app = await sharedApp();
    const key = await addKey(app.redis);
    await app.redis.client.config('RESETSTAT');
    const malformed = () => `ppc_${randomBytes(19).toString('hex')}`;
    const outcomes = await Promise.all([
      ...Array.from({ length: 100 }, () => outcomeOf(app, key)),
      ...Array.from({ length: 100 }, () => outcomeOf(app, malformed())),
    ]);
    t.deepEqual(new Set(outcomes), new Set(['A3', 'invalid_key']));
    t.regex(await app.redis.client.info('commandstats'), /^cmdstat_echo:calls=1,/m);
  },
);

test.serial(
  'the release that the edge names is served, or the current one; a rollback restores the entity tags',
  async (t) => {
    const app = await startPricingApp(t);
    const headers = bearer(await addKey(app.redis));
    const ask = (more: Record<string, string> = {}, path: string = pricingPath) =>
      app.client(path, { headers: { ...headers, ...more } });
    const before = await ask();
    const { release } = await compileNewer(t, app.out);
    for (const [named, price] of [
      [release, netPrices.newer],
      [app.manifest.release, netPrices.fixture],
    ] as const) {
      const reply = await ask({ [releaseHeader]: named });
      t.is(productPricingSchema.parse(reply.json()).net[0]?.price, price);
    }
    const after = await ask({ 'if-none-match': String(before.headers['etag']) });
    t.is(productPricingSchema.parse(after.json()).net[0]?.price, netPrices.newer);
    const catalogue = await ask({}, '/v1/products/pricing');
    t.is(catalogPricingSchema.parse(catalogue.json()).release, release);
    for (const odd of ['', '../current', release.slice(1), `${release}0`, release.toUpperCase()]) {
      t.is((await ask({ [releaseHeader]: odd })).text, after.text, `ignored: ${odd}`);
    }
    await activateRelease(app.out, app.manifest.release);
    const back = await ask();
    t.deepEqual([back.text, back.headers['etag']], [before.text, before.headers['etag']]);
    t.deepEqual(app.logged, []);
  },
);
