/** The interface that the commands of `npm run edit` implement. */
import type { ParseArgsConfig } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** A table that the user sees before the files are written. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a command of `npm run edit` would change, as it is shown to the user before anything is written. */
export interface EditPlan {
  /** One line, such as `45 prices of 5 products`. */
  readonly summary: string;
  readonly table: ShownTable;
  /** One line for each item that was not changed, with the reason. */
  readonly notes?: readonly string[];
  /**
   * Path → text of files outside the content folder, such as the refused rows of a warehouse's table. They are written
   * even if the user declines the edit.
   */
  readonly reports?: ReadonlyMap<string, string>;
}

/** Option name → parsed value, of one command of `npm run edit`. Undefined if the user did not set the option. */
export type EditOptions = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** A command of `npm run edit`, such as `copy`: its texts for `--help`, its options and its work. */
export interface EditCommand {
  /** The usage after `npm run edit --`, such as `price --list LIST --by +4%`. */
  readonly usage: string;
  /** One sentence that describes the command. */
  readonly summary: string;
  /** Help about the options, and examples. */
  readonly help: string;
  /** Options of this command, in addition to those of all commands. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /**
   * Makes the edits in memory and returns a description of them for the user. Throws an `ExpectedError` with
   * the reason and the remedy if the command cannot make the edits.
   */
  plan(edits: ContentEdits, args: EditArguments): EditPlan | Promise<EditPlan>;
}

/** The parsed arguments of a command of `npm run edit`, and the current day. */
export interface EditArguments {
  readonly positionals: readonly string[];
  readonly options: EditOptions;
  /** The current day in the time zone of the catalogue, such as `2026-12-01`. */
  readonly today: string;
}

/**
 * Throws an `ExpectedError` if an argument is not an option, such as a SKU. For commands that select products only by
 * `--where`.
 */
export function assertNoOperands({ positionals: [first] }: EditArguments): void {
  if (first === undefined) return;
  throw new ExpectedError(`"${first}" is no option; select products with --where sku=${first}`);
}

/** Returns the value of the option `--<name>`. Throws an `ExpectedError` if it is missing or empty. */
export function required({ options }: EditArguments, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ExpectedError(`--${name} is missing`);
}
