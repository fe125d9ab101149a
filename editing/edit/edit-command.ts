/** The interface of the commands of `npm run edit`. */
import type { ParseArgsConfig } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** A table that is shown before files are written. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The planned changes of a command. */
export interface EditPlan {
  /** One line: `45 prices of 5 products`. */
  readonly summary: string;
  readonly table: ShownTable;
  /** What was left unchanged, with the reason; one line each. */
  readonly notes?: readonly string[];
  /** Files next to the content, such as rows to correct, by path. Written even if the edit is not. */
  readonly reports?: ReadonlyMap<string, string>;
}

export type EditOptions = Readonly<Record<string, string | boolean | string[] | undefined>>;

export interface EditCommand {
  /** The arguments after `npm run edit --`, such as `price --list LIST --by +4%`. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Lines of help about options, and examples. */
  readonly help: string;
  /** Options in addition to the common ones. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /**
   * Makes the edits in memory and describes them. Throws `ExpectedError` with the reason and the remedy if
   * that is impossible.
   */
  plan(edits: ContentEdits, args: EditArguments): EditPlan | Promise<EditPlan>;
}

export interface EditArguments {
  readonly positionals: readonly string[];
  readonly options: EditOptions;
  /** Today, in the time zone of the catalogue: `2026-12-01`. */
  readonly today: string;
}

/** Returns the text of an option; throws `ExpectedError` if it is missing. */
export function required({ options }: EditArguments, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ExpectedError(`--${name} is missing`);
}
