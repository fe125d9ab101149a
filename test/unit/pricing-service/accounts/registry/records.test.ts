import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  createKeyId,
  keyIdPattern,
  toKeyEntry,
} from '../../../../../pricing-service/accounts/registry/records.ts';

test('an id is eight characters that are not easily confused', (t) => {
  const ids = Array.from({ length: 1000 }, () => createKeyId(randomBytes));
  for (const id of ids) {
    t.regex(id, keyIdPattern);
    t.notRegex(id, /[ilou]/);
  }
  t.is(new Set(ids).size, ids.length);
});

test('all characters of an id are equally likely', (t) => {
  let next = 0;
  const everyByte = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  const text = Array.from({ length: 32 }, () => createKeyId(everyByte)).join('');
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  t.deepEqual([...new Set(counts.values())], [8]);
  t.is(counts.size, 32);
});

test('a key is listed as revoked from the time of its revocation on, and if this time is invalid', (t) => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  const stateOf = (fields: Record<string, string>) => {
    const key = { id: 'abcd2345', account: 'acme', label: 'ERP', lastFour: 'wxyz' };
    return toKeyEntry({ ...key, createdAt: '2026-11-01T00:00:00Z', ...fields }, now).state;
  };
  t.is(stateOf({}), 'active');
  t.is(stateOf({ revokedAt: '' }), 'active');
  t.is(stateOf({ revokedAt: '2026-11-26T12:00:01Z' }), 'ending');
  t.is(stateOf({ revokedAt: '2026-11-26T12:00:00Z' }), 'revoked');
  t.is(stateOf({ revokedAt: '2026-11-26T12:00:01Z', revoked: '1' }), 'revoked');
  t.is(stateOf({ revokedAt: 'tomorrow' }), 'revoked');
});
