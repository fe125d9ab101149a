import { randomBytes } from 'node:crypto';
import test from 'ava';
import { hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../../contract/release.ts';
import { productPricingSchema } from '../../../../contract/schemas/pricing.ts';
import { problemSchema } from '../../../../contract/schemas/problem.ts';
import { reuseMs } from '../../../../pricing-service/accounts/bounds.ts';
import { activateRelease } from '../../../../releases/release-store.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import {
  addKey,
  bearer,
  detailPath,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { until } from '../../../helpers/until.ts';
import { compileNewer, netPrices } from '../newer-release.ts';

const file = collectTeardowns();
let app: PricingApp;
test.before(async () => {
  app = await startPricingApp(file);
});
test.after.always(file.run);

const pricingPath = `${detailPath}/pricing`;

/** Returns the tier in the answer to a key, or the code of the problem. */
async function outcomeOf({ client }: PricingApp, key: string): Promise<string> {
  const reply = await client(pricingPath, { headers: bearer(key) });
  return reply.status === 200
    ? productPricingSchema.parse(reply.json()).priceTier
    : problemSchema.parse(reply.json()).code;
}

test.serial('a revocation takes effect once the cached verification is too old', async (t) => {
  const key = await addKey(app.redis);
  t.is(await outcomeOf(app, key), 'A3');
  await app.redis.client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', '2024-05-11T00:00:00Z');
  app.clock.advance(reuseMs);
  t.is(await outcomeOf(app, key), 'key_revoked');
});

test.serial(
  'a change of tier and the loss of distributor pricing take effect in the same way',
  async (t) => {
    const key = await addKey(app.redis);
    const account = redisKeys.account('acme');
    t.is(await outcomeOf(app, key), 'A3');
    await app.redis.client.hset(account, 'tier', 'A1');
    app.clock.advance(reuseMs);
    t.is(await outcomeOf(app, key), 'A1');
    await app.redis.client.hset(account, 'distributorPricing', '0');
    app.clock.advance(reuseMs);
    t.is(await outcomeOf(app, key), 'key_revoked');
  },
);

/** Publishes a change of an account; resolves once a key is answered as expected. */
async function publishAndWait(app: PricingApp, key: string, expected: string): Promise<void> {
  await app.redis.client.publish(redisKeys.accountChanges, 'acme');
  await until(async () => (await outcomeOf(app, key)) === expected);
}

test.serial('a published change takes effect while the clock does not move', async (t) => {
  const key = await addKey(app.redis);
  const { client } = app.redis;
  t.is(await outcomeOf(app, key), 'A3');
  // The message about the creation of the key has arrived by now.
  t.is(await outcomeOf(app, key), 'A3');
  await client.hset(redisKeys.account('acme'), 'tier', 'A1');
  t.is(await outcomeOf(app, key), 'A3', 'the change was not published');
  await publishAndWait(app, key, 'A1');
  app.clock.advance(1);
  await client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', '2024-05-11T00:00:00Z');
  await publishAndWait(app, key, 'key_revoked');
  t.is(await outcomeOf(app, key), 'key_revoked');
});

test.serial('a created key works at once, also if it was refused before', async (t) => {
  const key = await addKey(app.redis);
  const name = redisKeys.key(hashApiKey(key));
  const record = await app.redis.client.hgetall(name);
  await app.redis.client.del(name);
  t.is(await outcomeOf(app, key), 'invalid_key');
  await app.redis.client.hset(name, record);
  await publishAndWait(app, key, 'A3');
  t.is(await outcomeOf(app, key), 'A3');
});

test.serial('a hundred concurrent first uses of a key cause one read of Redis', async (t) => {
  const key = await addKey(app.redis);
  await app.redis.client.config('RESETSTAT');
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(app, key)));
  t.deepEqual(new Set(outcomes), new Set(['A3']));
  const stats = await app.redis.client.info('commandstats');
  t.regex(stats, /^cmdstat_time:calls=1,/m, 'the script asks for the time once a read');
});

test.serial('a flood of malformed keys does not reach Redis', async (t) => {
  await app.redis.client.config('RESETSTAT');
  const random = () => `ppc_${randomBytes(19).toString('hex')}`;
  const outcomes = await Promise.all(
    Array.from({ length: 500 }, async () => outcomeOf(app, random())),
  );
  t.deepEqual(new Set(outcomes), new Set(['invalid_key']));
  t.notRegex(await app.redis.client.info('commandstats'), /cmdstat_(eval|time)/);
});

test.serial(
  'the day of last use is written to the record of a key, and never creates a record',
  async (t) => {
    const { client } = app.redis;
    const [used, gone, revoked] = [
      await addKey(app.redis),
      await addKey(app.redis),
      await addKey(app.redis, { revoked: true }),
    ].map((key) => ({ key, name: redisKeys.key(hashApiKey(key)) }));
    if (!(used && gone && revoked)) return t.fail();
    await client.config('RESETSTAT');
    for (const { key } of [used, used, revoked]) await outcomeOf(app, key);
    const today = new Date().toISOString().slice(0, 10);
    await until(async () => (await client.hget(used.name, 'lastUsed')) !== null);
    t.is(await client.hget(used.name, 'lastUsed'), today);
    t.is(await client.hget(revoked.name, 'lastUsed'), null);
    t.regex(await client.info('commandstats'), /^cmdstat_hset:calls=1,/m);
    // The key is read and cached, then removed before its use is recorded.
    t.is(await outcomeOf(app, gone.key), 'A3');
    await client.del(gone.name);
    t.is(await outcomeOf(app, gone.key), 'A3');
    t.is(await client.exists(gone.name), 0);
  },
);

test.serial('a new release is served a second after the link points to it', async (t) => {
  const app = await startPricingApp(t);
  const headers = bearer(await addKey(app.redis));
  const before = await app.client(pricingPath, { headers });
  const { release } = await compileNewer(t, app.out);
  t.not(release, app.manifest.release);
  await loadCurrent(app.out, app.redis.client);
  t.is((await app.client(pricingPath, { headers })).text, before.text, 'not looked at yet');
  app.clock.advance(1000);
  const after = await app.client(pricingPath, { headers });
  t.is(productPricingSchema.parse(after.json()).net[0]?.price, netPrices.newer);
  t.not(after.headers['etag'], before.headers['etag']);
  const held = { ...headers, 'if-none-match': String(before.headers['etag']) };
  t.is((await app.client(pricingPath, { headers: held })).status, 200);
});

test.serial(
  'the release in the header of the edge is served at once, whatever the link points to',
  async (t) => {
    const app = await startPricingApp(t);
    const key = bearer(await addKey(app.redis));
    const { release } = await compileNewer(t, app.out);
    await loadCurrent(app.out, app.redis.client);
    const priceIn = async (named: string) => {
      const headers = { ...key, [releaseHeader]: named };
      const reply = await app.client(pricingPath, { headers });
      return productPricingSchema.parse(reply.json()).net[0]?.price;
    };
    for (const _turn of [1, 2]) {
      t.is(await priceIn(app.manifest.release), netPrices.fixture);
      t.is(await priceIn(release), netPrices.newer);
    }
  },
);

test.serial('a release header without a release id is ignored', async (t) => {
  const key = bearer(await addKey(app.redis));
  const expected = await app.client(pricingPath, { headers: key });
  const { release } = app.manifest;
  for (const named of ['', '../current', release.slice(1), `${release}0`, release.toUpperCase()]) {
    const reply = await app.client(pricingPath, { headers: { ...key, [releaseHeader]: named } });
    t.deepEqual([reply.status, reply.text], [200, expected.text], named);
  }
  t.deepEqual(app.logged, []);
});

test.serial(
  'after a return to a release its answers and entity tags are served again',
  async (t) => {
    const app = await startPricingApp(t);
    const headers = bearer(await addKey(app.redis));
    const before = await app.client(pricingPath, { headers });
    await compileNewer(t, app.out);
    await loadCurrent(app.out, app.redis.client);
    app.clock.advance(1000);
    t.not((await app.client(pricingPath, { headers })).text, before.text);
    await activateRelease(app.out, app.manifest.release);
    app.clock.advance(1000);
    const after = await app.client(pricingPath, { headers });
    t.deepEqual([after.text, after.headers['etag']], [before.text, before.headers['etag']]);
  },
);
