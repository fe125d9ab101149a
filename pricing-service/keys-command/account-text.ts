/** Renders accounts as text for the terminal. */
import { maxActiveKeys } from '../../contract/api-key.ts';
import type { AccountEntry } from '../registry/accounts.ts';
import type { AccountRecord } from '../registry/records.ts';
import { renderFacts, renderTable } from './table.ts';

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

/** Renders the fields of an account, one per line. */
export function renderAccount(account: AccountRecord): string {
  return renderFacts(factsOf(account));
}

/** Renders the fields of an account and the number of its active keys, one per line. */
export function renderAccountEntry(account: AccountEntry): string {
  const keys = `${account.activeKeys} active of ${maxActiveKeys}`;
  return renderFacts([...factsOf(account), ['keys', keys]]);
}

function factsOf({ id, name, tier, program, distributorPricing }: AccountRecord) {
  return [
    ['account', id],
    ['name', name],
    ['tier', tier],
    ['program', program],
    ['pricing', onOrOff(distributorPricing)],
  ] as const;
}

/** Renders accounts as a table, one account per line below the headings; an empty list gives only the headings. */
export function renderAccounts(accounts: readonly AccountEntry[]): string {
  return renderTable(
    ['ACCOUNT', 'TIER', 'PROGRAM', 'PRICING', 'KEYS', 'NAME'],
    accounts.map(({ id, tier, program, distributorPricing, activeKeys, name }) => [
      id,
      tier,
      program,
      onOrOff(distributorPricing),
      activeKeys,
      name,
    ]),
  );
}
