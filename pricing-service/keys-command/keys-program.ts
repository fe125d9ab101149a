/** `npm run keys`: its subcommands, in the order of the help. */
import type { Environment } from '../config.ts';
import { accountSync } from './account-sync.ts';
import { account } from './accounts.ts';
import { audit, cleanOld } from './audit.ts';
import { command } from './failures.ts';
import { key } from './keys.ts';
import { type End, type Program, type RunOptions, runProgram } from './program.ts';

export const keysProgram: Program = {
  command,
  subcommands: [...account, accountSync, ...key, audit, cleanOld],
  about: [
    'Accounts of distributors and their API keys.\n',
    `Each command takes --json (with npm run --silent) and --help. The guide is
docs/operation.md, "Accounts and keys".

  ${command} account add acme --name "Acme Promotions" --tier A3 --program linked
  ${command} key create acme --label ERP
  ${command} key list acme
  ${command} key revoke acme <key id>

The server is REDIS_URL (default: redis://127.0.0.1:6379). DIST_DIR (default: dist) has the current
release, whose tiers accounts may have. KEY_ISSUANCE=disabled stops the creation of keys. Exit
codes: 0 done, 1 refused, 2 invalid usage, 3 Redis cannot be reached or refuses, 4 done but may be
lost, 5 connection lost during a change, which may or may not have been made.
`,
  ],
};

/** Runs `npm run keys` and returns its output and exit code; never rejects. */
export function runKeysCommand(
  args: string[],
  environment?: Environment,
  options: Omit<RunOptions, 'environment'> = {},
): Promise<End> {
  return runProgram(keysProgram, args, { environment, ...options });
}
