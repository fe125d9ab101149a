/** The interfaces of a program and of its subcommands, and the parser of their arguments. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Ask } from '../../console/ask.ts';
import type { RegistrySession, Risk } from '../registry/change.ts';
import { UsageError } from './failures.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Passed to a subcommand: the connection to Redis, the settings, the terminal and the clock. */
export interface Context {
  /**
   * Connects to Redis and returns the connection and the person who runs the command (`by`), for the audit. Call it
   * once; the caller of `run` closes the connection. Throws `UnreachableError` if Redis cannot be reached, and
   * `NoAccountsError` if Redis holds no accounts and `mayBeEmpty` is false.
   */
  connect(options?: { readonly mayBeEmpty?: boolean }): Promise<RegistrySession>;
  /** Asks a yes-or-no question and resolves to true for yes; undefined without a terminal. */
  readonly ask?: Ask | undefined;
  /** True if new keys may be created (setting `KEY_ISSUANCE`). */
  readonly issuesKeys: boolean;
  /** The build's output folder, whose current release has the tiers that accounts may have. */
  readonly distDir: string;
  /** True if standard output is closed or the null device, so that a new key would be lost. */
  readonly discardsOutput: boolean;
  /**
   * Returns milliseconds since 1970 by this machine's clock, for times in arguments and the age of files.
   * Changes of accounts and keys take their time from Redis.
   */
  now(): number;
}

/** The result of a subcommand, as JSON and as text. */
export interface Report {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without `--json`; complete lines. */
  readonly text: string;
  /** Reasons why Redis may lose the change; empty or absent if the change is safe. */
  readonly risks?: readonly Risk[];
  /**
   * Errors because of which the output is incomplete, such as damaged records; printed on standard error. Absent or
   * empty if the output is complete.
   */
  readonly failures?: readonly Error[];
  /** True if the output contains a key, which cannot be shown again. */
  readonly hasKey?: boolean;
}

/** A subcommand of a program, such as `key create` of `npm run keys`. */
export interface Subcommand {
  /** The words that select the subcommand, such as `key create`. */
  readonly name: string;
  /** The arguments, as the help shows them, such as `<account> --label LABEL`; may be empty. */
  readonly usage: string;
  /** One line for the list of subcommands. */
  readonly summary: string;
  /** Options and details for the help; complete lines, or empty. */
  readonly details: string;
  /**
   * Examples for the help: subcommands with arguments, such as `account show acme`; the help adds `command` of the
   * program.
   */
  readonly examples: readonly string[];
  /**
   * Runs the subcommand and returns what to print. Throws `UsageError` for invalid arguments before it contacts Redis.
   */
  run(args: string[], context: Context): Promise<Report>;
}

/** A command-line program that consists of subcommands. */
export interface Program {
  /** The shell command of the program for messages, such as `npm run keys --`. */
  readonly command: string;
  readonly subcommands: readonly Subcommand[];
  /** Returns the output of `--help` without a subcommand: a list of the subcommands. */
  overview(): string;
}

/** Options that every subcommand accepts; `run.ts` handles them. */
export const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true }>
>['values'];

/**
 * Parses the arguments of a subcommand: exactly the operands named in `operands`, and each of `options` and
 * `commonOptions` at most once. Returns the operands in the same order, and the values of the options by name. Throws a
 * `UsageError` that names the missing, superfluous, repeated or unknown argument.
 */
export function readArguments<const Operands extends readonly string[], const Own extends Options>(
  args: string[],
  operands: Operands,
  options: Own,
): { operands: { [Index in keyof Operands]: string }; values: Values<Own> } {
  const { values, positionals, tokens } = parse(args, options);
  const missing = operands[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const more = positionals[operands.length];
  if (more !== undefined) throw new UsageError(`"${more}" is one argument too many`);
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice`);
  return {
    operands: positionals as { [Index in keyof Operands]: string },
    values: values as Values<Own>,
  };
}

function parse(args: string[], options: Options) {
  try {
    const all = { ...commonOptions, ...options };
    return parseArgs({ args, options: all, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Parses an argument with a schema. Throws a `UsageError` that begins with `name` if `text` is missing or invalid. */
export function readArgument<Value>(
  name: string,
  schema: z.ZodType<Value>,
  text: string | undefined,
): Value {
  if (text === undefined) throw new UsageError(`${name} is missing`);
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  throw new UsageError(`${name} ${result.error.issues[0]?.message}`);
}
