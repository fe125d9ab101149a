import test from 'ava';
import { createKeyCache } from '../../../../pricing-service/accounts/key-cache.ts';

const replyOf = (id: string, order: number) => ({
  startedAt: 0,
  order,
  record: { revoked: false, account: { id, tier: 'A3', distributorPricing: true } },
});
const unknownOf = (order: number) => ({ startedAt: 0, order, record: undefined });

test('unknown keys do not evict known ones, and their number is limited', (t) => {
  const cache = createKeyCache(3);
  const first = cache.beginRead();
  cache.store('known', replyOf('acme', first));
  for (let count = 0; count < 10; count += 1) {
    cache.store(`unknown-${count}`, unknownOf(cache.beginRead()));
  }
  t.is(cache.find('known')?.order, first);
  t.truthy(cache.find('unknown-9'));
  t.is(cache.find('unknown-6'), undefined);
});

test('a change that is evicted from the cache invalidates all earlier replies, about any account', (t) => {
  const cache = createKeyCache(2);
  cache.store('old', replyOf('acme', cache.beginRead()));
  cache.invalidateAccount('other');
  cache.store('new', replyOf('acme', cache.beginRead()));
  t.truthy(cache.find('old'));
  cache.invalidateAccount('more');
  cache.invalidateAccount('most');
  t.is(cache.find('old'), undefined);
  t.truthy(cache.find('new'));
});

test('a change invalidates a read that began before it, and no later one', (t) => {
  const cache = createKeyCache();
  const before = cache.beginRead();
  t.true(cache.isAfterChanges(before));
  cache.invalidateAccount('acme');
  t.false(cache.isAfterChanges(before));
  cache.store('key', replyOf('acme', before));
  t.is(cache.find('key'), undefined);
  const after = cache.beginRead();
  t.true(cache.isAfterChanges(after));
  cache.store('key', replyOf('acme', after));
  t.is(cache.find('key')?.order, after);
});

test('any change invalidates the reply about a key whose account is missing', (t) => {
  const cache = createKeyCache();
  const record = { revoked: false, account: undefined };
  cache.store('key', { startedAt: 0, order: cache.beginRead(), record });
  t.truthy(cache.find('key'));
  cache.invalidateAccount('acme');
  t.is(cache.find('key'), undefined);
});

test('a key is cached either as known or as unknown, never as both', (t) => {
  const cache = createKeyCache();
  const [first, second, third] = [1, 2, 3].map(cache.beginRead);
  cache.store('key', unknownOf(first ?? 0));
  cache.store('key', replyOf('acme', second ?? 0));
  t.truthy(cache.find('key')?.record);
  cache.store('key', unknownOf(third ?? 0));
  t.is(cache.find('key')?.record, undefined);
});
