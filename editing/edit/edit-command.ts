/** What each command of `npm run edit` is made of. */
import type { ParseArgsConfig } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** A table that is shown before anything is written. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a command would do. */
export interface EditPlan {
  /** One line: `45 prices of 5 products`. */
  readonly summary: string;
  readonly table: ShownTable;
  /** What was left as it is, and why; a line each. */
  readonly notes?: readonly string[];
  /** Files beside the content, such as rows to correct, by path. Written whether or not the edit is. */
  readonly reports?: ReadonlyMap<string, string>;
}

export type EditOptions = Readonly<Record<string, string | boolean | string[] | undefined>>;

export interface EditCommand {
  /** `price --list LIST --by +4%`: what stands after `npm run edit --`. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Lines of help about options, and examples. */
  readonly help: string;
  /** Options besides those that all commands take. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /**
   * Makes the edits, which are not written yet, and says what they are. Throws `ExpectedError` if that is impossible, with
   * the reason and the remedy.
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
