import test from 'ava';
import { createRememberedKeys } from '../../../pricing-service/accounts/remembered-keys.ts';

const readingOf = (id: string, order: number) => ({
  startedAt: 0,
  order,
  record: { revoked: false, account: { id, tier: 'A3', distributorPricing: true } },
});
const unknownOf = (order: number) => ({ startedAt: 0, order, record: undefined });

test('unknown keys do not evict known ones, and their number is limited', (t) => {
  const remembered = createRememberedKeys(3);
  const first = remembered.beginRead();
  remembered.remember('known', readingOf('acme', first));
  for (let count = 0; count < 10; count += 1) {
    remembered.remember(`unknown-${count}`, unknownOf(remembered.beginRead()));
  }
  t.is(remembered.find('known')?.order, first);
  t.truthy(remembered.find('unknown-9'));
  t.is(remembered.find('unknown-6'), undefined);
});

test('an evicted change counts for every account', (t) => {
  const remembered = createRememberedKeys(2);
  remembered.remember('old', readingOf('acme', remembered.beginRead()));
  remembered.accountChanged('other');
  remembered.remember('young', readingOf('acme', remembered.beginRead()));
  t.truthy(remembered.find('old'));
  remembered.accountChanged('more');
  remembered.accountChanged('most');
  t.is(remembered.find('old'), undefined);
  t.truthy(remembered.find('young'));
});

test('a read that was begun before a change is overtaken, one after it is not', (t) => {
  const remembered = createRememberedKeys();
  const before = remembered.beginRead();
  t.true(remembered.hasSeenChanges(before));
  remembered.accountChanged('acme');
  t.false(remembered.hasSeenChanges(before));
  remembered.remember('key', readingOf('acme', before));
  t.is(remembered.find('key'), undefined);
  const after = remembered.beginRead();
  t.true(remembered.hasSeenChanges(after));
  remembered.remember('key', readingOf('acme', after));
  t.is(remembered.find('key')?.order, after);
});

test('a key whose account is gone is forgotten with any change', (t) => {
  const remembered = createRememberedKeys();
  const record = { revoked: false, account: undefined };
  remembered.remember('key', { startedAt: 0, order: remembered.beginRead(), record });
  t.truthy(remembered.find('key'));
  remembered.accountChanged('acme');
  t.is(remembered.find('key'), undefined);
});

test('a key is remembered either as known or as unknown, never as both', (t) => {
  const remembered = createRememberedKeys();
  const [first, second, third] = [1, 2, 3].map(remembered.beginRead);
  remembered.remember('key', unknownOf(first ?? 0));
  remembered.remember('key', readingOf('acme', second ?? 0));
  t.truthy(remembered.find('key')?.record);
  remembered.remember('key', unknownOf(third ?? 0));
  t.is(remembered.find('key')?.record, undefined);
});
