/** Keys, for people. */
import type { IssuedKey } from '../accounts/registry/keys.ts';
import type { KeyEntry } from '../accounts/registry/records.ts';
import { renderFacts, renderTable } from './table.ts';

/** A key that was just created. */
export function renderIssuedKey(account: string, { key, id, label }: IssuedKey): string {
  const facts = renderFacts([
    ['account', account],
    ['key id', id],
    ['label', label],
    ['key', key],
  ]);
  return `${facts}Hand the key over now: only its hash is stored, and it is not shown again.\n`;
}

/** Keys, one a line. */
export function renderKeys(keys: readonly KeyEntry[]): string {
  if (keys.length === 0) return 'no keys\n';
  return renderTable(
    ['KEY ID', 'LAST FOUR', 'CREATED', 'LAST USED', 'STATE', 'LABEL'],
    keys.map((key) => [
      key.id,
      `…${key.lastFour}`,
      dayOf(key.createdAt),
      key.lastUsed,
      renderState(key),
      key.label,
    ]),
  );
}

/** `active`, or what has become of it and when. */
function renderState({ state, revokedAt }: KeyEntry): string {
  if (revokedAt === null) return state;
  return state === 'ending' ? `active until ${secondOf(revokedAt)}` : `revoked ${dayOf(revokedAt)}`;
}

const dayOf = (moment: string) => moment.slice(0, 10);

/** A moment to the second, in UTC. */
export function secondOf(moment: string): string {
  return `${moment.slice(0, 19)}Z`;
}
