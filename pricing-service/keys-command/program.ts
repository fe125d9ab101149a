/** Runs a program of subcommands, `npm run keys` or `npm run backup`: help, settings, exit code. */
import { hostname, userInfo } from 'node:os';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Ask } from '../../console/ask.ts';
import { openConnection } from '../../redis/connect.ts';
import { distDirSchema, type Environment, readSettings, redisUrlSchema } from '../config.ts';
import type { RegistrySession, Risk } from '../registry/change.ts';
import { assertHoldsAccounts } from '../registry/failures.ts';
import { exitCodes, toFailure, UsageError } from './failures.ts';

/** Passed to a subcommand: the connection to Redis, the settings, the terminal and the clock. */
export interface Context {
  /** Connects to Redis, once; throws `NoAccountsError` for one without accounts unless it may be empty. */
  connect(options?: { readonly mayBeEmpty?: boolean }): Promise<RegistrySession>;
  /** Undefined without a terminal. */
  readonly ask?: Ask | undefined;
  /** True if new keys may be created (setting `KEY_ISSUANCE`). */
  readonly issuesKeys: boolean;
  /** The build's output folder, whose current release has the tiers that accounts may have. */
  readonly distDir: string;
  /** True if standard output is closed or the null device, so that a new key would be lost. */
  readonly discardsOutput: boolean;
  /** This machine's clock, for times in arguments; changes take their time from Redis. */
  now(): number;
}

/** The result of a subcommand. */
export interface Report {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without `--json`; complete lines. */
  readonly text: string;
  /** Reasons why Redis may lose the change. */
  readonly risks?: readonly Risk[];
  /** Errors because of which the output is incomplete, such as damaged records. */
  readonly failures?: readonly Error[];
  /** True if the output contains a key, which cannot be shown again. */
  readonly hasKey?: boolean;
}

/** A subcommand, such as `key create`, and its help. */
export interface Subcommand {
  readonly name: string;
  /** The arguments, such as `<account> --label LABEL`; may be empty. */
  readonly usage: string;
  readonly summary: string;
  /** Options and details for the help; complete lines, or empty. */
  readonly details: string;
  /** Arguments of this program, such as `account show acme`. */
  readonly examples: readonly string[];
  /** Throws `UsageError` for invalid arguments before it contacts Redis. */
  run(args: string[], context: Context): Promise<Report>;
}

/** A command-line program that consists of subcommands. */
export interface Program {
  /** The shell command for messages, such as `npm run keys --`. */
  readonly command: string;
  readonly subcommands: readonly Subcommand[];
  /** The output of `--help`; the list of subcommands is put between the two texts. */
  readonly about: readonly [before: string, after: string];
}

/** The output and the exit code of a program that has ended. */
export interface End {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly hasKey?: boolean;
}

/** What a program takes from its process; each member has a default. */
export interface RunOptions {
  readonly environment?: Environment | undefined;
  readonly ask?: Context['ask'];
  readonly discardsOutput?: boolean;
  readonly now?: () => number;
}

/** Runs the subcommand that `args` name. Never rejects: an error is a message and an exit code. */
export async function runProgram(
  program: Program,
  args: string[],
  options: RunOptions = {},
): Promise<End> {
  try {
    const [first = ''] = args;
    if (['--help', '-h', 'help'].includes(first)) return done(renderOverview(program));
    const [subcommand, rest] = findSubcommand(program, args);
    if (rest.includes('--help') || rest.includes('-h')) {
      return done(renderHelp(program, subcommand));
    }
    return toEnd(await run(program, subcommand, rest, options), rest.includes('--json'));
  } catch (error) {
    const { text, exitCode } = toFailure(error as Error);
    return { stdout: '', stderr: `${text}\n`, exitCode };
  }
}

function findSubcommand(
  { command, subcommands }: Program,
  args: readonly string[],
): [Subcommand, string[]] {
  for (const subcommand of subcommands) {
    const words = subcommand.name.split(' ');
    if (words.every((word, index) => args[index] === word)) {
      return [subcommand, args.slice(words.length)];
    }
  }
  const names = subcommands.map(({ name }) => name).join(', ');
  const reason =
    args.length === 0
      ? 'the command is missing'
      : `unknown command "${args.slice(0, 2).join(' ')}"`;
  throw new UsageError(`${reason}; the commands are ${names}; see ${command} --help`);
}

const settingsSchema = z.object({
  REDIS_URL: redisUrlSchema,
  DIST_DIR: distDirSchema,
  /** `disabled` prevents new keys; existing ones keep working. */
  KEY_ISSUANCE: z.enum(['enabled', 'disabled']).default('enabled'),
  /** The user who ran sudo; the audit names this user instead of root. */
  SUDO_USER: z.string().optional(),
});

async function run(
  { command }: Program,
  subcommand: Subcommand,
  args: string[],
  { environment = process.env, ask, discardsOutput = false, now = Date.now }: RunOptions,
): Promise<Report> {
  let settings: z.infer<typeof settingsSchema>;
  try {
    settings = readSettings(settingsSchema, environment);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  let redis: Redis | undefined;
  const context: Context = {
    ...{ ask, discardsOutput, now, distDir: settings.DIST_DIR },
    issuesKeys: settings.KEY_ISSUANCE === 'enabled',
    async connect({ mayBeEmpty = false } = {}) {
      redis = await openConnection(settings.REDIS_URL);
      if (!mayBeEmpty) await assertHoldsAccounts(redis);
      return { redis, by: `${settings.SUDO_USER || userName()}@${hostname()}` };
    },
  };
  try {
    return await subcommand.run(args, context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}; see ${command} ${subcommand.name} --help`);
  } finally {
    redis?.disconnect();
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers have users without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

function toEnd({ json, text, risks = [], failures = [], hasKey }: Report, asJson: boolean): End {
  const printed = asJson ? `${JSON.stringify(json, undefined, 2)}\n` : text;
  const end = { ...done(printed), ...(hasKey && { hasKey }) };
  const [first, ...others] = failures.map(toFailure);
  if (first) {
    const stderr = [first, ...others].map((failure) => `${failure.text}\n`).join('');
    return { ...end, stderr, exitCode: first.exitCode };
  }
  if (risks.length === 0) return end;
  const warning = `the change was made, but ${risks.map((risk) => riskTexts[risk]).join('; and ')}`;
  return { ...end, stderr: `${warning}\n`, exitCode: exitCodes.unsafe };
}

const riskTexts: Readonly<Record<Risk, string>> = {
  'no-replica': 'no replica has acknowledged it: if the primary fails now, it may be lost',
  'no-file':
    'this Redis has no append-only file, so a restart may lose it: is REDIS_URL the server of infra/redis.conf? See docs/operation.md, "The server"',
};

function done(stdout: string): End {
  return { stdout, stderr: '', exitCode: exitCodes.done };
}

function renderOverview({ command, subcommands, about: [before, after] }: Program): string {
  const width = Math.max(...subcommands.map(({ name }) => name.length));
  const lines = subcommands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}\n`);
  return `Usage: ${command} <command> …\n\n${before}\n${lines.join('')}\n${after}`;
}

/** Renders the help of one subcommand. */
export function renderHelp(
  { command }: Pick<Program, 'command'>,
  { name, usage, summary, details, examples }: Subcommand,
): string {
  const head = `Usage: ${[command, name, usage, '[--json]'].filter(Boolean).join(' ')}`;
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  const lines = examples.map((example) => `  ${command} ${example}\n`).join('');
  return `${[head, sentence, ...(details ? [details.trimEnd()] : []), lines.trimEnd()].join('\n\n')}\n`;
}

/** Renders headings and rows in aligned columns; null is shown as `-`. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [headings, ...rows].map((row) => row.map((cell) => String(cell ?? '-')));
  // Not Math.max with all widths as arguments, which fails for more than about 100,000 rows.
  const widths = headings.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, [...(row[column] ?? '')].length), 0),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return cells.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Renders names and values, one pair per line, with aligned values; null is shown as `-`. */
export function renderFacts(facts: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const pairs = Object.entries(facts);
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}\n`).join('');
}
