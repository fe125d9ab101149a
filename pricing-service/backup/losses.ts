/**
 * Finds the changes since a backup that would be lost if a restore replaced the accounts in Redis.
 */
import { msUntilRevocation } from '../registry/records.ts';
import type { BackedUpKey, BackupContents } from './check-backup.ts';

/**
 * One kind of loss: `what` describes it, such as `accounts that are lost`; `items` names the affected accounts, keys or
 * audit entries.
 */
export interface Loss {
  readonly what: string;
  readonly items: readonly string[];
}

/** Maximum number of items to show of each kind of loss. */
const maxShown = 20;

/**
 * Returns what a restore of `backup` would lose or undo, grouped by kind: accounts, keys and audit entries in Redis now
 * (`present`) that the backup lacks, accounts that have other values in the backup, and keys that would work longer
 * because the backup has no revocation or a later one. Returns an empty list if nothing would be lost.
 */
export function findLosses(present: BackupContents, backup: BackupContents): readonly Loss[] {
  const isMissing = ([id]: readonly [string, unknown]) => !backup.accounts.has(id);
  const keys = [...present.keys];
  return [
    {
      what: 'accounts that are lost',
      items: [...present.accounts].filter(isMissing).map(([id]) => id),
    },
    { what: 'accounts that are changed back', items: changedAccounts(present, backup) },
    {
      what: 'keys that are lost, and refused from then on',
      items: keys.filter(([hash]) => !backup.keys.has(hash)).map(([, key]) => nameOf(key)),
    },
    {
      what: 'keys that were revoked since the backup, and work again',
      items: keys
        .filter(([hash, key]) => isRevived(key, backup.keys.get(hash), present.header.createdAt))
        .map(([, key]) => nameOf(key)),
    },
    {
      what: 'entries of the audit that are lost',
      items: [...present.audit].filter((id) => !backup.audit.has(id)),
    },
  ].filter(({ items }) => items.length > 0);
}

/**
 * Renders losses as text: one line per kind, with at most 20 items, or the line `nothing is lost` for an empty list.
 */
export function renderLosses(losses: readonly Loss[]): string {
  if (losses.length === 0) return 'nothing is lost\n';
  return losses
    .map(({ what, items }) => {
      const more = items.length > maxShown ? ` and ${items.length - maxShown} more` : '';
      return `${what} (${items.length}): ${items.slice(0, maxShown).join(', ')}${more}\n`;
    })
    .join('');
}

function changedAccounts(present: BackupContents, backup: BackupContents): string[] {
  return [...present.accounts].flatMap(([id, fields]) => {
    const before = backup.accounts.get(id);
    if (before === undefined) return [];
    const names = Object.keys(fields).filter((name) => fields[name] !== before[name]);
    const changes = names.map((name) => `${name} ${fields[name]}, in the backup ${before[name]}`);
    return changes.length === 0 ? [] : [`${id} (${changes.join(', ')})`];
  });
}

/**
 * Returns true if a restore at the time `at` (ISO 8601) would cancel or postpone the revocation of an API key, so that
 * the key would work longer. `now` is the key in Redis, `before` the key in the backup. Returns false if the backup
 * lacks it.
 */
function isRevived(now: BackedUpKey, before: BackedUpKey | undefined, at: string): boolean {
  const endOf = (key: BackedUpKey) => msUntilRevocation(key, Date.parse(at)) ?? Infinity;
  return before !== undefined && endOf(before) > endOf(now);
}

function nameOf({ account, id, label }: BackedUpKey): string {
  return `${account} ${id} "${label}"`;
}
