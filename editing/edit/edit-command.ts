/** The interface that the commands of `npm run edit` implement. */
import type { ParseArgsConfig } from 'node:util';
import type { Day } from '../../build/content/dates.ts';
import { daySchema } from '../../build/content/schemas/values.ts';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** A table of planned changes, which the user sees before the files are written. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The changes that a command of `npm run edit` would make, as the user sees them before a content file is written. */
export interface EditPlan {
  readonly summary: string;
  readonly table: ShownTable;
  /** Lines of further information, such as the items that are not changed and why. */
  readonly notes?: readonly string[];
  /** Path → text of files outside the content folder, such as the refused rows of a warehouse's table. */
  readonly reports?: ReadonlyMap<string, string>;
}

/** Option without dashes, such as `where` → parsed value; undefined if the option is not set and has no default. */
export type EditOptions = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** A command of `npm run edit`, such as `copy`. */
export interface EditCommand {
  readonly usage: string;
  readonly summary: string;
  readonly help: string;
  /** Options of this command, in addition to those of all commands. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Makes the edits in memory and returns a description of them for the user. */
  plan(edits: ContentEdits, args: EditArguments): EditPlan | Promise<EditPlan>;
}

/** The parsed arguments of a command of `npm run edit`, and the current day. */
export interface EditArguments {
  readonly positionals: readonly string[];
  readonly options: EditOptions;
  readonly today: string;
}

/** Throws an `ExpectedError` if the command line has an operand, such as a SKU. */
export function assertNoOperands({ positionals: [first] }: EditArguments): void {
  if (first === undefined) return;
  throw new ExpectedError(`"${first}" is no option; select products with --where sku=${first}`);
}

/** Returns the value of the option `--<name>`. Throws an `ExpectedError` if it is missing or empty. */
export function requireOption({ options }: EditArguments, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ExpectedError(`--${name} is missing`);
}

/** Returns the day in an option, or undefined without it. Throws an `ExpectedError` that names the option. */
export function readDay(text: unknown, option: string): Day | undefined {
  if (text === undefined) return undefined;
  const result = daySchema.safeParse(text);
  if (result.success) return result.data;
  throw new ExpectedError(`${option} "${String(text)}" ${result.error.issues[0]?.message}`);
}

/** Returns the last day in the value of `--until`. Throws an `ExpectedError` if it is no day, or is before today. */
export function readLastDay(text: unknown, today: string): Day | undefined {
  const day = readDay(text, '--until');
  if (day === undefined || day >= today) return day;
  throw new ExpectedError(`--until ${day} is past: today is ${today}`);
}
