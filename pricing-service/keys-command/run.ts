/** A program of subcommands, from its arguments to what it prints and its exit code. */
import { assertHoldsAccounts } from '../accounts/no-accounts.ts';
import type { Connection, Risk } from '../accounts/registry/change.ts';
import type { Environment } from '../config.ts';
import { connect } from './connect.ts';
import { exitCodes } from './exit-codes.ts';
import { toFailure, UsageError } from './failures.ts';
import { renderHelp } from './help.ts';
import { keysProgram } from './keys-program.ts';
import { readCommandSettings } from './settings.ts';
import type { Context, Program, Report, Subcommand } from './subcommand.ts';

/** What a run of the command gives to its caller. */
export interface End {
  readonly stdout: string;
  /** One line, or empty. */
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a run works with besides its arguments. */
export interface Surroundings {
  /** By default that of the process. */
  readonly environment?: Environment | undefined;
  /** Asks a person a question that is answered by yes or no; undefined where nobody can answer. */
  readonly ask?: Context['ask'];
  /** Milliseconds since 1970; by default this machine's clock. */
  readonly now?: () => number;
}

/** Runs `npm run keys`; never rejects. `environment` is that of the process unless it is given. */
export function runKeysCommand(args: string[], environment?: Environment): Promise<End> {
  return runProgram(keysProgram, args, { environment });
}

/** Runs a program of subcommands; never rejects. */
export async function runProgram(
  program: Program,
  args: string[],
  surroundings: Surroundings = {},
): Promise<End> {
  try {
    return await run(program, args, surroundings);
  } catch (error) {
    const { text, exitCode } = toFailure(error as Error);
    return { stdout: '', stderr: `${text}\n`, exitCode };
  }
}

async function run(program: Program, args: string[], surroundings: Surroundings): Promise<End> {
  const [first = ''] = args;
  if (['--help', '-h', 'help'].includes(first)) return done(program.overview());
  const [subcommand, rest] = findSubcommand(program, args);
  if (rest.includes('--help') || rest.includes('-h')) return done(renderHelp(program, subcommand));
  const report = await runSubcommand(program, subcommand, rest, surroundings);
  return toEnd(report, rest.includes('--json'));
}

/** Throws a `UsageError` when the first words are no subcommand. */
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
  const what =
    args.length === 0 ? 'a command is missing' : `"${args.slice(0, 2).join(' ')}" is no command`;
  throw new UsageError(`${what}; there are ${names}; more: ${command} --help`);
}

async function runSubcommand(
  { command }: Program,
  subcommand: Subcommand,
  args: string[],
  { environment, ask, now = Date.now }: Surroundings,
): Promise<Report> {
  const { redisUrl, issuesKeys, by } = readCommandSettings(environment);
  let redis: Connection | undefined;
  const context: Context = {
    issuesKeys,
    ask,
    now,
    async connect({ mayBeEmpty = false } = {}) {
      redis = await connect(redisUrl);
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

function toEnd({ json, text, risks = [] }: Report, asJson: boolean): End {
  const end = done(asJson ? `${JSON.stringify(json, undefined, 2)}\n` : text);
  if (risks.length === 0) return end;
  const warning = `the change is made, but ${risks.map((risk) => dangers[risk]).join('; and ')}`;
  return { ...end, stderr: `${warning}\n`, exitCode: exitCodes.unsafe };
}

/** What each risk is, and what comes of it. */
const dangers: Readonly<Record<Risk, string>> = {
  'no-replica':
    'no replica has acknowledged it: should the primary be lost now, it may be lost too',
  'no-file':
    'this Redis keeps no append-only file, so that a restart may lose it: is REDIS_URL the server of infra/redis.conf? docs/keys.md, "The server", says how that one is started',
};

function done(stdout: string): End {
  return { stdout, stderr: '', exitCode: exitCodes.done };
}
