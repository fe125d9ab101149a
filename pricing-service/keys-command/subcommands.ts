/** The list of all subcommands of `npm run keys`, in the order of the help. */
import { accountAdd, accountList, accountSet, accountShow } from './account-commands.ts';
import { accountSync } from './account-sync.ts';
import { audit } from './audit.ts';
import { cleanOld } from './clean-old.ts';
import { keyCreate, keyList, keyRevoke, keyRotate } from './key-commands.ts';
import type { Subcommand } from './subcommand.ts';

export const subcommands: readonly Subcommand[] = [
  accountAdd,
  accountSet,
  accountShow,
  accountList,
  accountSync,
  keyCreate,
  keyList,
  keyRevoke,
  keyRotate,
  audit,
  cleanOld,
];
