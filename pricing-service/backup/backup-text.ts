/**
 * Renders what commands print about a backup (path, times, numbers of accounts, keys and audit entries) as JSON or
 * text.
 */
import { renderFacts } from '../keys-command/table.ts';
import type { BackupContents } from './check-backup.ts';

/**
 * Returns the object that `--json` prints for a backup: its path, its time, and its numbers of accounts, keys and audit
 * entries. `lastChange` is the time of the last audit entry, or null for an empty audit.
 */
export function toJson(file: string, { header, audit }: BackupContents) {
  const { createdAt, accounts, keys, auditEntries } = header;
  const last = [...audit].at(-1);
  const lastChange = last === undefined ? null : new Date(Number.parseInt(last, 10)).toISOString();
  return { file, createdAt, lastChange, accounts, keys, auditEntries };
}

/** Renders the facts that `toJson` returns about a backup as text, one per line. */
export function renderBackup(file: string, contents: BackupContents): string {
  const { createdAt, lastChange, accounts, keys, auditEntries } = toJson(file, contents);
  return renderFacts([
    ['file', file],
    ['created', createdAt],
    ['last change', lastChange],
    ['accounts', accounts],
    ['keys', keys],
    ['audit', `${auditEntries} entries`],
  ]);
}
