import test from 'ava';
import { toKeyEntry } from '../../../pricing-service/registry/records.ts';

test('a key is listed as revoked from the time of its revocation on, and if this time is invalid', (t) => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  const key = { id: 'abcd2345', account: 'acme', label: 'ERP', lastFour: 'wxyz' };
  for (const [state, fields] of [
    ['active', {}],
    ['active', { revokedAt: '' }],
    ['ending', { revokedAt: '2026-11-26T12:00:01Z' }],
    ['revoked', { revokedAt: '2026-11-26T12:00:00Z' }],
    ['revoked', { revokedAt: '2026-11-26T12:00:01Z', revoked: '1' }],
    ['revoked', { revokedAt: 'tomorrow' }],
  ] as const) {
    t.is(toKeyEntry({ ...key, createdAt: '2026-11-01T00:00:00Z', ...fields }, now).state, state);
  }
});
