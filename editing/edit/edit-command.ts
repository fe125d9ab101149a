/** The interface that the commands of `npm run edit` implement. */
import type { ParseArgsConfig } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** A table that is shown before the files are written. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The planned changes of a command. */
export interface EditPlan {
  /** One line, such as `45 prices of 5 products`. */
  readonly summary: string;
  readonly table: ShownTable;
  /** One line for each thing that was not changed, with the reason. */
  readonly notes?: readonly string[];
  /**
   * Path → text of files beside the content, such as a table of refused rows. They are written even if the
   * edit is not.
   */
  readonly reports?: ReadonlyMap<string, string>;
}

/** The parsed options of a command, by name. */
export type EditOptions = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** A command of `npm run edit`. */
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
   * Makes the edits in memory and returns their description. Throws an `ExpectedError` with the reason and
   * the remedy if they are impossible.
   */
  plan(edits: ContentEdits, args: EditArguments): EditPlan | Promise<EditPlan>;
}

/** The parsed arguments of a command. */
export interface EditArguments {
  readonly positionals: readonly string[];
  readonly options: EditOptions;
  /** The current day in the time zone of the catalogue, such as `2026-12-01`. */
  readonly today: string;
}

/** Returns the value of an option. Throws an `ExpectedError` if it is missing. */
export function required({ options }: EditArguments, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ExpectedError(`--${name} is missing`);
}
