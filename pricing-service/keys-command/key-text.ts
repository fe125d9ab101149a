/** Renders keys as text for the terminal. */
import type { IssuedKey } from '../registry/keys.ts';
import type { KeyEntry } from '../registry/records.ts';
import { renderFacts, renderTable } from './table.ts';

/**
 * Renders a new key with its account, id and label, one fact per line, then the note that the key is shown only once.
 */
export function renderIssuedKey(account: string, { key, id, label }: IssuedKey): string {
  const facts = renderFacts([
    ['account', account],
    ['key id', id],
    ['label', label],
    ['key', key],
  ]);
  return `${facts}Hand the key over now: only its hash is stored, and it is not shown again.\n`;
}

/** Renders keys as a table, one key per line below the headings, or an empty list as `no keys`. */
export function renderKeys(keys: readonly KeyEntry[]): string {
  if (keys.length === 0) return 'no keys\n';
  return renderTable(
    ['KEY ID', 'LAST FOUR', 'CREATED', 'LAST USED', 'STATE', 'LABEL'],
    keys.map((key) => [
      key.id,
      `…${key.lastFour}`,
      formatDay(key.createdAt),
      key.lastUsed,
      renderState(key),
      key.label,
    ]),
  );
}

/** Renders the state of a key: `active`, `active until …` or `revoked …`. */
function renderState({ state, revokedAt }: KeyEntry): string {
  if (revokedAt === null || state === 'active') return state;
  return state === 'ending'
    ? `active until ${formatSecond(revokedAt)}`
    : `revoked ${formatDay(revokedAt)}`;
}

const formatDay = (moment: string) => moment.slice(0, 10);

/** Shortens an ISO 8601 time in UTC to seconds, such as `2027-01-31T18:00:00Z`. */
export function formatSecond(moment: string): string {
  return `${moment.slice(0, 19)}Z`;
}
