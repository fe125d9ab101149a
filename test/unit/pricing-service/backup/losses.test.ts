import test from 'ava';
import type {
  BackedUpKey,
  BackupContents,
} from '../../../../pricing-service/backup/check-backup.ts';
import { findLosses } from '../../../../pricing-service/backup/losses.ts';

const at = '2026-11-26T12:00:00.000Z';

type Revocation = Pick<BackedUpKey, 'revokedAt' | 'revoked'>;

function contentsWith(key: Revocation): BackupContents {
  const header = { createdAt: at } as BackupContents['header'];
  const keys = new Map([['hash', { account: 'acme', id: 'abcd2345', label: 'ERP', ...key }]]);
  return { header, accounts: new Map(), keys, audit: new Set() };
}

test('a key counts as revived only if it would work longer after a restore than without it', (t) => {
  const [never, past, later, invalid, immediate] = [
    { revokedAt: undefined, revoked: false },
    { revokedAt: '2026-11-26T11:00:00.000Z', revoked: false },
    { revokedAt: '2026-11-26T13:00:00.000Z', revoked: false },
    { revokedAt: 'soon', revoked: false },
    { revokedAt: '2026-11-26T13:00:00.000Z', revoked: true },
  ] as const;
  const isRevived = (present: Revocation, backup: Revocation) =>
    findLosses(contentsWith(present), contentsWith(backup)).length > 0;
  t.true(isRevived(past, never));
  t.true(isRevived(past, later));
  t.true(isRevived(later, never));
  t.true(isRevived(invalid, later), 'the service refuses a key with an invalid time');
  t.true(isRevived(immediate, later));
  t.false(isRevived(never, past));
  t.false(isRevived(past, past));
  t.false(isRevived(past, invalid), 'it is refused after the restore, too');
  t.false(isRevived(past, immediate));
});
