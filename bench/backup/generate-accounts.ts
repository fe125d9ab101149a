/** Generates a snapshot (the content of a backup file) of realistic accounts, each with two API keys. */
import { createHash } from 'node:crypto';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Snapshot } from '../../pricing-service/backup/read-snapshot.ts';
import type { AuditItem, RedisKey } from '../../pricing-service/backup/stored-keys.ts';

/** The number of API keys of each generated account. */
export const keysOfAccount = 2;

const takenAt = Date.UTC(2026, 10, 22);
const moment = new Date(takenAt).toISOString();

/**
 * Returns a snapshot of `count` accounts, their keys, and the audit entries of their creation: one entry for each
 * account and one for each key.
 */
export function generateAccounts(count: number): Snapshot {
  const accounts = new Map<string, readonly RedisKey[]>();
  const audit: AuditItem[] = [];
  const note = (...pairs: string[]) => {
    audit.push([`${takenAt}-${audit.length}`, pairs]);
  };
  for (let at = 0; at < count; at += 1) {
    const account = `distributor-${String(at).padStart(6, '0')}`;
    const company = ['name', `Distributor ${at} Promotions`, 'tier', 'A3', 'program', 'linked'];
    note('action', 'account add', 'by', 'ana@ops-1', 'account', account, ...company);
    const keys = Array.from({ length: keysOfAccount }, (_, number) => {
      const hash = createHash('sha256').update(`${at} ${number}`).digest('hex');
      return { hash, id: hash.slice(0, 8), label: `ERP ${number}` };
    });
    for (const { id, label } of keys) {
      note(
        'action',
        'key create',
        'by',
        'ana@ops-1',
        'account',
        account,
        'key',
        id,
        'label',
        label,
      );
    }
    accounts.set(account, [
      {
        key: redisKeys.account(account),
        type: 'hash',
        value: [...company, 'distributorPricing', '1'],
      },
      {
        key: redisKeys.accountKeys(account),
        type: 'hash',
        value: keys.flatMap(({ id, hash }) => [id, hash]),
      },
      {
        key: redisKeys.activeKeys(account),
        type: 'zset',
        value: keys.flatMap(({ id }) => [id, 'inf']),
      },
      ...keys.map(({ id, label, hash }): RedisKey => {
        const names = ['id', id, 'account', account, 'label', label, 'lastFour', id.slice(-4)];
        return { key: redisKeys.key(hash), type: 'hash', value: [...names, 'createdAt', moment] };
      }),
    ]);
  }
  return { takenAt, accounts, audit };
}
