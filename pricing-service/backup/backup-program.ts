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

Backups of accounts, API keys and audit, which are only in Redis. The guide is
docs/operation.md, "Backup and restore".

${lines.join('')}
Each command takes --json (with npm run --silent) and --help.

The server is REDIS_URL (default: redis://127.0.0.1:6379). Exit codes: 0 done, 1 refused or the
file is damaged, 2 invalid usage, 3 Redis cannot be reached or refuses, 4 restored, but the data may
be lost, 5 not all steps were done, for the printed reason.
`;
}
