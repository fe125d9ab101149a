/** What a subcommand is made of. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Author, Risk } from '../accounts/registry/change.ts';
import { UsageError } from './failures.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a subcommand works with. */
export interface Context {
  /**
   * Returns a connection that is ready, with who uses it; called once. Rejects with `RedisAway`, and with
   * `NoAccountsError` if Redis holds no accounts, unless it `mayBeEmpty`.
   */
  connect(options?: { readonly mayBeEmpty?: boolean }): Promise<Author>;
  /** Asks a person a question that is answered by yes or no; undefined where nobody can answer. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether keys can be created at present. */
  readonly issuesKeys: boolean;
  /** Milliseconds since 1970, by this machine's clock; only for what a person types. */
  now(): number;
}

/** What is to be told once it is done. */
export interface Report {
  /** For `--json`. */
  readonly json: unknown;
  /** For people; whole lines. */
  readonly text: string;
  /** Why a change that is made may be lost; none, or left out, when it is safe. */
  readonly risks?: readonly Risk[];
}

export interface Subcommand {
  /** The words that call it: `key create`. */
  readonly name: string;
  /** What stands behind the words. */
  readonly usage: string;
  /** What it does, for the list of all. */
  readonly summary: string;
  /** What is worth knowing before it is used, options among it; whole lines. */
  readonly details: string;
  /** What stands behind the program's `command`. */
  readonly examples: readonly string[];
  /** Does it. Throws `UsageError` for arguments that are not those of `usage`, before Redis is asked. */
  run(args: string[], context: Context): Promise<Report>;
}

/** A program of subcommands. */
export interface Program {
  /** The beginning of a command that one may type: `npm run keys --`. */
  readonly command: string;
  readonly subcommands: readonly Subcommand[];
  /** Returns what `--help` prints. */
  overview(): string;
}

/** Options that every subcommand has; the rim looks at them. */
export const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true }>
>['values'];

/**
 * Reads arguments: exactly the operands that are named, and options, each once. Throws a `UsageError`
 * that says what is missing or too much.
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

/** An argument as a schema has it; throws a `UsageError` with the argument's name. */
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
