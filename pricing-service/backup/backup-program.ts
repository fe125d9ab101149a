/** Describes `npm run backup` for `runProgram`: its subcommands and the output of `--help`. */
import type { Program, Subcommand } from '../keys-command/subcommand.ts';
import { create } from './create.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

const command = 'npm run backup --';
const subcommands: readonly Subcommand[] = [create, verify, restore];

export const backupProgram: Program = { command, subcommands, overview: renderOverview };

function renderOverview(): string {
  const lines = subcommands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}\n`);
  return `Usage: ${command} <command> …

Backups of accounts, API keys and audit, which are in Redis alone. docs/backup.md is the guide.

${lines.join('')}
Each takes --json (use npm run --silent then) and --help.

The server is REDIS_URL (default: redis://127.0.0.1:6379). Ends with 0 when done, 1 refused or a file
that is not whole, 2 wrong usage, 3 Redis cannot be reached or refuses, 4 restored and not yet safe,
5 a restore that did not end: run it again.
`;
}
