/** What an operator needs to know when an account has all the keys that it may have. */

import { maxActiveKeys } from '../../contract/api-key.ts';
import type { Author } from '../accounts/registry/change.ts';
import { ChangeRefused } from '../accounts/registry/failures.ts';
import { listKeys } from '../accounts/registry/keys.ts';
import { CommandRefused } from './failures.ts';

/** Does `create`; when it is refused since the account is full, the error lists the active keys and ends in `advice`. */
export async function listingWhenFull<Created>(
  { redis }: Author,
  account: string,
  advice: string,
  create: () => Promise<Created>,
): Promise<Created> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ChangeRefused) || error.refusal.outcome !== 'full') throw error;
    const keys = await listKeys(redis, account);
    const active = keys
      .filter(({ state }) => state !== 'revoked')
      .map(({ id, label, lastFour }) => `${id} "${label}" …${lastFour}`);
    throw new CommandRefused(
      `${account} has ${maxActiveKeys} active keys already (${active.join(', ')}); ${advice}`,
      { cause: error },
    );
  }
}
