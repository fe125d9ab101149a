/** Reads the arguments of subcommands. Every refusal is a `UsageError` that names the argument. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { apiKeyPrefix } from '../../contract/api-key.ts';
import { accountIdSchema, keyIdPattern, nameSchema, programs } from '../registry/records.ts';
import { UsageError } from './failures.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options that every subcommand accepts; `program.ts` handles them. */
const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true }>
>['values'];

/** Parses exactly the operands named in `operands`, and each of `options` at most once. */
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

/** Parses an argument with a schema; `name` begins the message if it is missing or invalid. */
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

const keyIdSchema = z
  .string()
  .refine((text) => !text.startsWith(apiKeyPrefix), {
    message: 'must be the id of a key, not the key, which is secret',
    abort: true,
  })
  .regex(keyIdPattern, 'must be the id of eight characters that key list shows');

const tierSchema = z.string().min(1, 'must not be empty');
const programSchema = z.enum(programs, 'must be linked, approved or pending');
const pricingSchema = z.enum(['on', 'off'], 'must be on or off');

type Text = string | undefined;

/** Parses one argument each. */
export const read = {
  account: (text: Text) => readArgument('the account', accountIdSchema, text),
  keyId: (text: Text) => readArgument('the key id', keyIdSchema, text),
  name: (text: Text) => readArgument('--name', nameSchema, text),
  label: (text: Text) => readArgument('--label', nameSchema, text),
  tier: (text: Text) => readArgument('--tier', tierSchema, text),
  program: (text: Text) => readArgument('--program', programSchema, text),
  pricing: (text: Text) => readArgument('--pricing', pricingSchema, text) === 'on',
};

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `30m`, `24h`, `7d` or `0` to milliseconds; undefined if the text is invalid. */
function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * unitMs[unit as keyof typeof unitMs];
}

const momentSchema = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

/** Parses a time with an offset or `Z`, or a day in UTC, to milliseconds; undefined if invalid. */
function parseMoment(text: string): number | undefined {
  return momentSchema.safeParse(text).success ? Date.parse(text) : undefined;
}

/** Parses `--grace`, how long a replaced key stays active, to milliseconds: at most a year. */
export function readGrace(text: string): number {
  const duration = parseDuration(text);
  if (duration === undefined) {
    throw new UsageError('--grace must be a duration such as 30m, 24h or 7d, or 0');
  }
  return withinAYear(duration, '--grace');
}

/** Parses `--revoke-at` to milliseconds since 1970, at most a year ahead; `rotateKey` refuses past times. */
export function readRevokeAt(text: string, nowMs: number): number {
  const moment = parseMoment(text);
  if (moment === undefined) {
    throw new UsageError(
      '--revoke-at must be a time such as 2027-01-31T18:00Z or 2027-01-31T18:00-05:00, or a day (in UTC)',
    );
  }
  withinAYear(moment - nowMs, '--revoke-at');
  return moment;
}

/** Parses `--since`, a time or a duration until now, to milliseconds since 1970. */
export function readSince(text: string, nowMs: number): number {
  const duration = parseDuration(text);
  const moment = duration === undefined ? parseMoment(text) : nowMs - duration;
  if (moment === undefined) {
    throw new UsageError(
      '--since must be a time such as 2027-01-31T18:00Z, a day (in UTC), or a duration such as 24h or 7d',
    );
  }
  return Math.max(moment, 0);
}

/** A typo in the year of `--revoke-at` must not keep a replaced key active for many years. */
function withinAYear(durationMs: number, option: string): number {
  if (durationMs > 366 * unitMs.d) {
    throw new UsageError(`${option} keeps the old key active for more than a year, the maximum`);
  }
  return durationMs;
}
