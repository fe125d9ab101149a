/** Runs a program of subcommands: takes its arguments, and returns its output and exit code. */
import type { Redis } from 'ioredis';
import { openConnection } from '../../redis/connect.ts';
import type { Environment } from '../config.ts';
import type { Risk } from '../registry/change.ts';
import { assertHoldsAccounts } from '../registry/no-accounts.ts';
import { exitCodes } from './exit-codes.ts';
import { toFailure, UsageError } from './failures.ts';
import { renderHelp } from './help.ts';
import { keysProgram } from './keys-program.ts';
import { readCommandSettings } from './settings.ts';
import type { Context, Program, Report, Subcommand } from './subcommand.ts';

/** The output and the exit code of a program that has ended. */
export interface End {
  readonly stdout: string;
  /** The text for standard error: empty, a warning, errors with one line each, or the stack of a bug of the program. */
  readonly stderr: string;
  readonly exitCode: number;
  /** True if `stdout` contains a key, which cannot be shown again. */
  readonly hasKey?: boolean;
}

/** The environment, the terminal and the clock of a program. */
export interface RunOptions {
  /** Environment variables; by default those of the process. */
  readonly environment?: Environment | undefined;
  /** Asks a yes-or-no question and resolves to true for yes; undefined without a terminal. */
  readonly ask?: Context['ask'];
  /** True if standard output is closed or the null device, so that a new key would be lost; by default false. */
  readonly discardsOutput?: boolean;
  /** Returns milliseconds since 1970; by default this machine's clock. */
  readonly now?: () => number;
}

/**
 * Runs `npm run keys` and returns its output and exit code; never rejects. `environment` is by default that of the
 * process.
 */
export function runKeysCommand(
  args: string[],
  environment?: Environment,
  options: Pick<RunOptions, 'discardsOutput' | 'ask'> = {},
): Promise<End> {
  return runProgram(keysProgram, args, { environment, ...options });
}

/**
 * Runs the subcommand that the first words of `args` select, or renders the help for `--help`, and returns the output
 * and exit code. Never rejects: an error becomes a message and an exit code.
 */
export async function runProgram(
  program: Program,
  args: string[],
  options: RunOptions = {},
): Promise<End> {
  try {
    return await run(program, args, options);
  } catch (error) {
    const { text, exitCode } = toFailure(error as Error);
    return { stdout: '', stderr: `${text}\n`, exitCode };
  }
}

async function run(program: Program, args: string[], options: RunOptions): Promise<End> {
  const [first = ''] = args;
  if (['--help', '-h', 'help'].includes(first)) return done(program.overview());
  const [subcommand, rest] = findSubcommand(program, args);
  if (rest.includes('--help') || rest.includes('-h')) return done(renderHelp(program, subcommand));
  const report = await runSubcommand(program, subcommand, rest, options);
  return toEnd(report, rest.includes('--json'));
}

/**
 * Returns the subcommand that the first words of `args` name, and the arguments after these words. Throws `UsageError`
 * if the words are not the name of a subcommand.
 */
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

async function runSubcommand(
  { command }: Program,
  subcommand: Subcommand,
  args: string[],
  { environment, ask, discardsOutput = false, now = Date.now }: RunOptions,
): Promise<Report> {
  const { redisUrl, issuesKeys, distDir, by } = readCommandSettings(environment);
  let redis: Redis | undefined;
  const context: Context = {
    issuesKeys,
    distDir,
    discardsOutput,
    ask,
    now,
    async connect({ mayBeEmpty = false } = {}) {
      redis = await openConnection(redisUrl);
      if (!mayBeEmpty) await assertHoldsAccounts(redis);
      return { redis, by };
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

/** Risk that a change is lost → explanation for the operator. */
const riskTexts: Readonly<Record<Risk, string>> = {
  'no-replica': 'no replica has acknowledged it: if the primary fails now, it may be lost',
  'no-file':
    'this Redis has no append-only file, so a restart may lose it: is REDIS_URL the server of infra/redis.conf? See docs/operation.md, "The server"',
};

function done(stdout: string): End {
  return { stdout, stderr: '', exitCode: exitCodes.done };
}
