import test from 'ava';
import { redisKeys } from '../../../../../contract/redis-keys.ts';
import {
  addAccount,
  findAccount,
  listAccounts,
  requireReleasedTier,
  setAccount,
} from '../../../../../pricing-service/accounts/registry/accounts.ts';
import {
  createKey,
  revokeKey,
  rotateKey,
} from '../../../../../pricing-service/accounts/registry/keys.ts';
import { refusalOf, useRegistryRedis } from './registry-redis.ts';

const registry = useRegistryRedis(test);

test.serial(
  'an account is added with distributor pricing, and a second addition is refused',
  async (t) => {
    const { author } = registry();
    const account = { id: 'acme', name: 'Acme', tier: 'A3', program: 'linked' } as const;
    await addAccount(author, account);
    const found = { ...account, distributorPricing: true, activeKeys: 0 };
    t.deepEqual(await findAccount(author.redis, 'acme'), found);
    t.deepEqual(await refusalOf(addAccount(author, { ...account, tier: 'A1' })), {
      outcome: 'exists',
    });
    t.deepEqual(await findAccount(author.redis, 'acme'), found);
  },
);

test.serial('an id with characters that are special in Redis names is refused', async (t) => {
  const { author } = registry();
  for (const id of ['a:active', 'a b', '', '{x}', '-a', `ppc_${'a'.repeat(38)}`, 'a'.repeat(65)]) {
    const account = { id, name: 'x', tier: 'A3', program: 'linked' } as const;
    await t.throwsAsync(addAccount(author, account), { name: 'ZodError' }, id);
  }
});

test.serial(
  'each field is changed separately; an equal value is returned as unchanged',
  async (t) => {
    const { author, account } = registry();
    const id = await account();
    const before = await findAccount(author.redis, id);
    for (const edit of [
      { tier: 'A1' },
      { program: 'approved' },
      { distributorPricing: false },
      { name: 'Ünï “Code”, Ltd.' },
    ] as const) {
      t.like(await setAccount(author, id, edit), { changed: true });
      t.like(await setAccount(author, id, edit), { changed: false });
      t.like(await findAccount(author.redis, id), edit);
    }
    t.deepEqual(await findAccount(author.redis, id), {
      ...before,
      tier: 'A1',
      program: 'approved',
      distributorPricing: false,
      name: 'Ünï “Code”, Ltd.',
    });
    const missing = setAccount(author, 'nobody', { tier: 'A1' });
    t.deepEqual(await refusalOf(missing), { outcome: 'no-account' });
    t.deepEqual(await refusalOf(findAccount(author.redis, 'nobody')), { outcome: 'no-account' });
  },
);

test.serial(
  'accounts are listed with their active keys, including those with a planned end',
  async (t) => {
    const { author, account, endKey } = registry();
    const [one, other] = [await account(), await account('pending')];
    const keys = [];
    for (const label of ['a', 'b', 'c'])
      keys.push(await createKey(author, { account: one, label }));
    const [first, second] = keys;
    await revokeKey(author, one, first?.id ?? '');
    await rotateKey(author, one, second?.id ?? '', { graceMs: 60_000 });
    const active = async () => {
      const entries = await listAccounts(author.redis);
      return entries.flatMap(({ id, activeKeys }) =>
        [one, other].includes(id) ? [activeKeys] : [],
      );
    };
    t.deepEqual(await active(), [3, 0]);
    await endKey(one, second?.id ?? '', new Date(Date.now() - 1));
    t.deepEqual(await active(), [2, 0]);
    const ids = (await listAccounts(author.redis)).map(({ id }) => id);
    t.deepEqual(ids, [...ids].sort());
  },
);

test.serial(
  'a tier is known if the release that was deployed last has net prices of it',
  async (t) => {
    const { author } = registry();
    const { redis } = author;
    t.deepEqual(await refusalOf(requireReleasedTier(redis, 'acme', 'A3')), { outcome: 'no-tiers' });
    await redis.sadd(redisKeys.deployedTiers, 'A3', 'A1');
    await redis.sadd(redisKeys.tiers('0abc'), 'B2');
    await t.notThrowsAsync(requireReleasedTier(redis, 'acme', 'A1'));
    t.deepEqual(await refusalOf(requireReleasedTier(redis, 'acme', 'B2')), {
      outcome: 'unknown-tier',
      tier: 'B2',
      tiers: ['A1', 'A3'],
    });
  },
);
