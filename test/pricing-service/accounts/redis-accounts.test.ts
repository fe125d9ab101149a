import test from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createRedisAccountStore } from '../../../pricing-service/accounts/redis-accounts.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';

test.serial('a key is found by its hash, with the account it belongs to', async (t) => {
  const redis = await startRedis(t);
  const key = await addKey(redis, { id: 'acme', tier: 'A1' });
  t.deepEqual(await createRedisAccountStore(redis.client).findKey(hashApiKey(key)), {
    revoked: false,
    account: { id: 'acme', tier: 'A1', distributorPricing: true },
  });
});

test.serial('a key never issued is not found', async (t) => {
  const redis = await startRedis(t);
  t.is(await createRedisAccountStore(redis.client).findKey(hashApiKey('ppc_x')), undefined);
});

test.serial('revocation and loss of distributor pricing are seen', async (t) => {
  const redis = await startRedis(t);
  const store = createRedisAccountStore(redis.client);
  const gone = await addKey(redis, { id: 'gone', revoked: true });
  t.like(await store.findKey(hashApiKey(gone)), { revoked: true });
  const lost = await addKey(redis, { id: 'lost', distributorPricing: false });
  t.like(await store.findKey(hashApiKey(lost)), { account: { distributorPricing: false } });
});

test.serial('a key whose account is gone is found without an account', async (t) => {
  const redis = await startRedis(t);
  const key = await addKey(redis);
  await redis.client.del(redisKeys.account('acme'));
  const record = await createRedisAccountStore(redis.client).findKey(hashApiKey(key));
  t.deepEqual(record, { revoked: false, account: undefined });
});

test.serial('a record from before keys had ids is read as well', async (t) => {
  const { client } = await startRedis(t);
  const [active, revoked] = [hashApiKey('one'), hashApiKey('other')];
  const record = {
    account: 'old',
    label: 'x',
    lastFour: 'abcd',
    createdAt: '2024-05-10T12:00:00Z',
  };
  await client.hset(redisKeys.account('old'), { name: 'Old', tier: 'A3', distributorPricing: '1' });
  await client.hset(redisKeys.key(active), record);
  await client.hset(redisKeys.key(revoked), { ...record, revokedAt: '2024-05-11T00:00:00Z' });
  const store = createRedisAccountStore(client);
  t.like(await store.findKey(active), { revoked: false, account: { tier: 'A3' } });
  t.like(await store.findKey(revoked), { revoked: true });
});

test.serial('a moment of revocation that cannot be read is past', async (t) => {
  const redis = await startRedis(t);
  const key = await addKey(redis);
  await redis.client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', 'soon');
  const record = await createRedisAccountStore(redis.client).findKey(hashApiKey(key));
  t.like(record, { revoked: true });
});

test.serial('a store that is away rejects and does not say that there is no key', async (t) => {
  const redis = await startRedis(t);
  const key = await addKey(redis);
  await redis.client.set(redisKeys.key(hashApiKey(key)), 'not a hash');
  await t.throwsAsync(createRedisAccountStore(redis.client).findKey(hashApiKey(key)));
});
