/** Renders the output of `--help`: of `npm run keys`, and of any single subcommand. */
import { command } from './failures.ts';
import type { Program, Subcommand } from './subcommand.ts';

/** Renders the help of `npm run keys`: all subcommands, with examples. */
export function renderOverview(subcommands: readonly Subcommand[]): string {
  const width = Math.max(...subcommands.map(({ name }) => name.length));
  const lines = subcommands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}\n`);
  return `Usage: ${command} <command> …

Accounts of distributors and their API keys.

${lines.join('')}
Each command takes --json (with npm run --silent) and --help. The guide is
docs/operation.md, "Accounts and keys".

  ${command} account add acme --name "Acme Promotions" --tier A3 --program linked
  ${command} key create acme --label ERP
  ${command} key list acme
  ${command} key revoke acme <key id>

The server is REDIS_URL (default: redis://127.0.0.1:6379). DIST_DIR (default: dist) has the current
release, whose tiers accounts may have. KEY_ISSUANCE=disabled stops the creation of keys. Exit codes: 0 done, 1 refused, 2 invalid usage, 3 Redis cannot be reached or refuses,
4 done but may be lost, 5 connection lost during a change, which may or may not have been made.
`;
}

/** Renders the help of one subcommand of a program. */
export function renderHelp(
  { command }: Pick<Program, 'command'>,
  { name, usage, summary, details, examples }: Subcommand,
): string {
  const head = `Usage: ${[command, name, usage, '[--json]'].filter(Boolean).join(' ')}`;
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  const lines = examples.map((example) => `  ${command} ${example}\n`).join('');
  return `${[head, sentence, ...(details ? [details.trimEnd()] : []), lines.trimEnd()].join('\n\n')}\n`;
}
