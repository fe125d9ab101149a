import test from 'ava';
import { createRememberedKeys } from '../../../pricing-service/accounts/remembered-keys.ts';

const readingOf = (id: string, startedAt: number) => ({
  startedAt,
  record: { revoked: false, account: { id, tier: 'A3', distributorPricing: true } },
});

test('keys that nobody issued push out none that are known, and are bounded themselves', (t) => {
  const remembered = createRememberedKeys(3);
  remembered.remember('known', readingOf('acme', 1));
  for (let count = 0; count < 10; count += 1) {
    remembered.remember(`unknown-${count}`, { startedAt: 2, record: undefined });
  }
  t.is(remembered.find('known')?.startedAt, 1);
  t.is(remembered.find('unknown-9')?.startedAt, 2);
  t.is(remembered.find('unknown-6'), undefined);
});

test('a change that had to be forgotten counts for every account', (t) => {
  const remembered = createRememberedKeys(2);
  remembered.remember('old', readingOf('acme', 1));
  remembered.remember('young', readingOf('acme', 20));
  remembered.accountChanged('other', 10);
  t.is(remembered.find('old')?.startedAt, 1);
  remembered.accountChanged('more', 11);
  remembered.accountChanged('most', 12);
  t.is(remembered.find('old'), undefined);
  t.is(remembered.find('young')?.startedAt, 20);
});

test('a read that began at the moment of a change may have missed it', (t) => {
  const remembered = createRememberedKeys();
  remembered.accountChanged('acme', 10);
  t.false(remembered.hasSeenChanges(10));
  t.true(remembered.hasSeenChanges(10.001));
  remembered.remember('key', readingOf('acme', 10));
  t.is(remembered.find('key'), undefined);
});

test('a key whose account is gone is forgotten with any change', (t) => {
  const remembered = createRememberedKeys();
  remembered.remember('key', { startedAt: 1, record: { revoked: false, account: undefined } });
  t.truthy(remembered.find('key'));
  remembered.accountChanged('acme', 2);
  t.is(remembered.find('key'), undefined);
});

test('a key that has become known, or unknown, is one of both', (t) => {
  const remembered = createRememberedKeys();
  remembered.remember('key', { startedAt: 1, record: undefined });
  remembered.remember('key', readingOf('acme', 2));
  t.truthy(remembered.find('key')?.record);
  remembered.remember('key', { startedAt: 3, record: undefined });
  t.is(remembered.find('key')?.record, undefined);
});
