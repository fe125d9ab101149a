import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  createKeyId,
  keyIdPattern,
  toKeyEntry,
} from '../../../pricing-service/registry/records.ts';

test('an id is eight characters that are not easily confused', (t) => {
  const ids = Array.from({ length: 1000 }, () => createKeyId(randomBytes));
  for (const id of ids) {
    t.regex(id, keyIdPattern);
    t.notRegex(id, /[ilou]/);
  }
  t.is(new Set(ids).size, ids.length);
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
