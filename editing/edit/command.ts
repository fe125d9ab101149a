/**
 * `npm run edit`: shows what a command such as `price` would change in the content, asks for confirmation, and writes
 * all files or none.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Day, dayAt, defaultTimeZone } from '../../build/content/dates.ts';
import type { Ask } from '../../console/ask.ts';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import { formatCount } from '../../console/format-count.ts';
import type { Terminal } from '../../console/terminal.ts';
import { commands } from './commands/index.ts';
import { createContentEdits, type FileEdit } from './content-edits.ts';
import type { EditArguments, EditCommand, EditPlan } from './edit-command.ts';
import { readSettings } from './products.ts';
import { showEdits } from './show-edits.ts';
import { finishEdits, writeEdits } from './write-edits.ts';

const commonOptions = {
  content: { type: 'string', default: 'content' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const commonHelp = `  --content DIR    content folder (default: content)
  --yes            writes without asking
  --json           prints the changes as JSON without asking; --yes also writes them
`;

/** How `runEdit` asks for confirmation, and the current time. Tests replace both. */
export interface EditControls {
  /** Asks whether to write the changes. Undefined if there is no terminal: then only `--yes` can write changes. */
  readonly ask?: Ask | undefined;
  /** Current time in milliseconds since 1970; by default that of the system clock. */
  readonly nowMs?: number;
}

/**
 * Runs `npm run edit`: shows what a command such as `price` would change in the content, and writes the files if the
 * user agrees or has set `--yes`. Returns the exit code: 0, also if the user declines, or 1 if the command failed.
 * Before its own edit, the command completes an earlier one that was interrupted. A failed edit has changed no content
 * file, except if it failed while it replaced files: then the next run completes it.
 */
export async function runEdit(
  args: string[],
  terminal: Terminal,
  controls: EditControls = {},
): Promise<number> {
  try {
    const [name = '', ...rest] = args;
    const command = commands.get(name);
    if (command === undefined) {
      if (name !== '' && name !== '--help') {
        throw new ExpectedError(`there is no command "${name}"\n\n${renderUsage()}`);
      }
      terminal.stdout.write(renderUsage());
      return 0;
    }
    return await runOne(command, rest, terminal, controls);
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

async function runOne(
  command: EditCommand,
  args: string[],
  terminal: Terminal,
  { ask, nowMs = Date.now() }: EditControls,
): Promise<number> {
  const help = renderHelp(command);
  const { values, positionals } = parseWithUsage(help, () =>
    parseArgs({
      args: withNegatives(args),
      options: { ...commonOptions, ...command.options },
      allowPositionals: true,
    }),
  );
  if (values.help) {
    terminal.stdout.write(help);
    return 0;
  }
  const { content, yes, json } = values;
  if (!existsSync(join(content, 'catalogue.json'))) {
    throw new ExpectedError(
      `${content} is not a content folder: it has no catalogue.json; set --content`,
    );
  }
  const finished = await finishEdits(content);
  if (finished > 0) terminal.stderr.write('completed an interrupted edit\n');
  const edits = createContentEdits(content);
  const { timeZone = defaultTimeZone } = readSettings(edits);
  const today = dayAt(new Date(nowMs), timeZone);
  const plan = await command.plan(edits, { positionals, options: values, today } as EditArguments);
  const changes = edits.changes();
  await writeReports(plan.reports);
  if (changes.length > 0) await assertBuilds(content, changes, today);
  terminal.stdout.write(json ? toJson(plan, changes) : showEdits(plan, changes));
  if (changes.length === 0) return 0;
  if (!yes && (json || !(await isConfirmed(ask)))) return 0;
  await writeEdits(content, changes);
  const files = formatCount(changes.length, 'file was', 'files were');
  if (!json) terminal.stdout.write(`${files} written\n`);
  return 0;
}

/**
 * Writes files outside the content folder (`EditPlan.reports`). Throws an `ExpectedError` for file-system errors, such
 * as for a missing folder.
 */
async function writeReports(reports: EditPlan['reports'] = new Map()): Promise<void> {
  for (const [path, text] of reports) {
    try {
      await writeFile(path, text);
    } catch (cause) {
      const { message } = cause as Error;
      throw new ExpectedError(`cannot write ${path}: ${message}; no content was changed`, {
        cause,
      });
    }
  }
}

/**
 * Joins an option and the negative number after it to one argument: `--by`, `-10%` → `--by=-10%`. Otherwise `parseArgs`
 * would take `-10%` for an option.
 */
function withNegatives(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const next = args[at + 1] ?? '';
    if (/^--[a-z-]+$/.test(arg) && /^-\d/.test(next)) return [`${arg}=${next}`];
    return /^-\d/.test(arg) && /^--[a-z-]+$/.test(args[at - 1] ?? '') ? [] : [arg];
  });
}

async function isConfirmed(ask: EditControls['ask']): Promise<boolean> {
  if (ask !== undefined) return ask('Write this?');
  throw new ExpectedError('nothing was written: there is no terminal to ask on; add --yes');
}

/** Throws an `ExpectedError` that lists the errors that the content would have after `changes`, if it has any. */
async function assertBuilds(
  folder: string,
  changes: readonly FileEdit[],
  today: Day,
): Promise<void> {
  // Loaded only here: `--help` needs no compiler.
  const { explainErrors, findingsAfter } = await import('./check-edits.ts');
  const verdict = 'nothing was written: the content would not build';
  const reasons = explainErrors(folder, await findingsAfter(folder, changes, today), verdict);
  if (reasons !== undefined) throw new ExpectedError(reasons);
}

function toJson({ summary, table, notes = [] }: EditPlan, changes: readonly FileEdit[]): string {
  const rows = table.rows.map((row) =>
    Object.fromEntries(table.columns.map((name, at) => [name, row[at] ?? ''])),
  );
  const files = changes.map(({ file, before, after }) => ({
    file,
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  }));
  return `${JSON.stringify({ summary, files, rows, notes }, undefined, 2)}\n`;
}

function renderUsage(): string {
  const lines = [...commands.values()].map(
    ({ usage, summary }) => `  ${usage}\n      ${summary}\n`,
  );
  return `Usage: npm run edit -- COMMAND …

${lines.join('')}
Each command shows its changes and asks for confirmation. It writes all files or none, and only if
the content builds afterwards.

${commonHelp}  --help           after COMMAND: prints its options, with examples
`;
}

function renderHelp({ usage, summary, help }: EditCommand): string {
  return `Usage: npm run edit -- ${usage}\n\n${summary}\n\n${help}\n${commonHelp}`;
}
