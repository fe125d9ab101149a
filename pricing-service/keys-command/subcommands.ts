/** Every subcommand, in the order in which help tells of them. */
import { accountAdd } from './account-add.ts';
import { accountList } from './account-list.ts';
import { accountSet } from './account-set.ts';
import { accountShow } from './account-show.ts';
import { audit } from './audit.ts';
import { keyCreate } from './key-create.ts';
import { keyList } from './key-list.ts';
import { keyRevoke } from './key-revoke.ts';
import { keyRotate } from './key-rotate.ts';
import type { Subcommand } from './subcommand.ts';

export const subcommands: readonly Subcommand[] = [
  accountAdd,
  accountSet,
  accountShow,
  accountList,
  keyCreate,
  keyList,
  keyRevoke,
  keyRotate,
  audit,
];
