/** `npm run edit`: shows what a command would change, asks, and writes all files or none. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayAt, defaultTimeZone } from '../../build/content/dates.ts';
import { unfinishedFolder } from '../../build/content/unfinished-edit.ts';
import type { Ask } from '../../console/ask.ts';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import { formatCount } from '../../console/format-count.ts';
import type { Terminal } from '../../console/terminal.ts';
import { markdown, price } from './commands/price-commands.ts';
import { copy, remove, rename } from './commands/product-commands.ts';
import { stock } from './commands/stock.ts';
import { translate } from './commands/translate.ts';
import { createContentEdits, type FileEdit } from './content-edits.ts';
import type { EditArguments, EditCommand, EditPlan } from './edit-command.ts';
import { readSettings } from './products.ts';
import { showEdits } from './show-edits.ts';
import { assertNoUnfinishedEdit, discardEdit, finishEdit, writeEdits } from './write-edits.ts';

/** Name → command of `npm run edit`. */
const commands: ReadonlyMap<string, EditCommand> = new Map(
  Object.entries({ copy, rename, remove, price, markdown, stock, translate }),
);

const commonOptions = {
  content: { type: 'string', default: 'content' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const endOptions = {
  finish: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
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

/** Runs `npm run edit`. Returns the exit code: 0, also if the user declines, or 1 if the command failed. */
export async function runEdit(
  args: string[],
  terminal: Terminal,
  controls: EditControls = {},
): Promise<number> {
  try {
    const [name = '', ...rest] = args;
    const command = commands.get(name);
    if (args.includes('--finish') || args.includes('--discard'))
      return await endEdit(args, terminal);
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
  assertNoUnfinishedEdit(content);
  const edits = createContentEdits(content);
  const { timeZone = defaultTimeZone } = readSettings(edits);
  const today = dayAt(new Date(nowMs), timeZone);
  const plan = await command.plan(edits, { positionals, options: values, today } as EditArguments);
  const changes = edits.changes();
  await writeReports(plan.reports);
  if (changes.length > 0) {
    // Loaded only here: `--help` needs no compiler.
    const { assertBuilds } = await import('./check-edits.ts');
    await assertBuilds(content, changes, today);
  }
  terminal.stdout.write(json ? toJson(plan, changes) : showEdits(plan, changes));
  if (changes.length === 0) return 0;
  if (!yes && (json || !(await isConfirmed(ask)))) return 0;
  await writeEdits(content, changes);
  const files = formatCount(changes.length, 'file was', 'files were');
  if (!json) terminal.stdout.write(`${files} written\n`);
  return 0;
}

async function endEdit(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  const { finish, discard, content } = parseWithUsage(renderUsage(), () =>
    parseArgs({ args, options: { ...endOptions, content: commonOptions.content } }),
  ).values;
  if (finish && discard) throw new ExpectedError('give --finish or --discard, not both');
  if (discard) {
    const isRemoved = await discardEdit(content);
    if (!isRemoved) throw new ExpectedError(`${content} has no interrupted edit`);
    stdout.write('what the interrupted edit left was removed; the files that it wrote stay\n');
    return 0;
  }
  const changed = await finishEdit(content);
  if (changed.length === 0) {
    stdout.write('the interrupted edit is finished\n');
    return 0;
  }
  stderr.write(
    `the others are written; these have changed since the edit began, and stay as they are: ${changed.join(', ')}; the texts of the edit are in ${join(content, unfinishedFolder, 'new')}; when you need them no more: npm run edit -- --discard\n`,
  );
  return 1;
}

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

/** Joins an option and the negative number after it to one argument: `--by`, `-10%` → `--by=-10%`. */
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
  --finish
      Writes the other files of an edit that was interrupted while it wrote, if nobody changed them.
  --discard
      Leaves the files as they are, and removes what the interrupted edit has left.

Each command shows its changes and asks for confirmation. It writes all files or none, and only if
the content builds afterwards.

${commonHelp}  --help           after COMMAND: prints its options, with examples
`;
}

function renderHelp({ usage, summary, help }: EditCommand): string {
  return `Usage: npm run edit -- ${usage}\n\n${summary}\n\n${help}\n${commonHelp}`;
}
