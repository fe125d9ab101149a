/** Whether keys can be created at present (decision 6). */
import { CommandRefused } from './failures.ts';
import type { Context } from './subcommand.ts';

/** Throws `CommandRefused` while no keys are issued. */
export function requireIssuance({ issuesKeys }: Context): void {
  if (issuesKeys) return;
  throw new CommandRefused(
    'no keys are issued at present (KEY_ISSUANCE is disabled); keys that exist work on and can be revoked',
  );
}
