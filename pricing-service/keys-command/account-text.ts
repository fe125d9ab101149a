/** An account, for people. */

import { maxActiveKeys } from '../../contract/api-key.ts';
import type { AccountEntry } from '../accounts/registry/accounts.ts';
import type { AccountRecord } from '../accounts/registry/records.ts';
import { renderFacts, renderTable } from './table.ts';

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

/** What is stored of an account, a fact a line. */
export function renderAccount(account: AccountRecord): string {
  return renderFacts(factsOf(account));
}

/** The same with the number of its keys. */
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

/** Accounts, one a line. */
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
