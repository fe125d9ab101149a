/**
 * Imports the product table of another system: converts it to the neutral table (`neutral.ts`), proposes the options
 * that the user has not set, writes the content, and adds notes to the report. Beside the content folder, stores the
 * options, the state (the imported files, with which the next import compares) and the rows that were left out.
 */
import { existsSync } from 'node:fs';
import { finishEdits } from '../edit/write-edits.ts';
import { formatState, type ImportState, readState } from './again/import-state.ts';
import { updateContent, withoutSchemas } from './again/update-content.ts';
import type { ImportArguments } from './command-line.ts';
import { toContentFiles } from './content-files.ts';
import {
  ImportError,
  readSource,
  replaceFile,
  stateOfFolder,
  writeContent,
} from './import-files.ts';
import { createOmissions } from './omissions.ts';
import { type KnownOptions, parseOptions } from './options/import-options.ts';
import { proposeOptions } from './options/propose-options.ts';
import type { Report } from './report.ts';
import { omitErrors, readSourceTable, type TableReader } from './source-table.ts';
import type { Swatches } from './swatches.ts';
import { decimalSignIn } from './to-content/resolve-styles.ts';
import { noteSummary } from './to-content/summary.ts';
import { toContent } from './to-content/to-content.ts';

/**
 * The input of an import: arguments of the command, the table of products with its reader, and the user's hex colours.
 */
interface TableImport extends Pick<ImportArguments, 'source' | 'out' | 'optionsFile' | 'given'> {
  /** Path of the table of products. */
  readonly file: string;
  readonly reader: TableReader;
  readonly swatches: Swatches;
}

const outAdvice = 'give --out another folder';

/**
 * Imports a table of products into the content folder `out`. Returns the paths of the files that it wrote outside this
 * folder: the state, the rows that were left out (if there are any, or if an earlier import wrote this file), and the
 * options. Throws an `ExpectedError` or a file-system error if the table has no product that can be imported, if `out`
 * has content that was not imported from this source, or if a file is invalid or cannot be read or written.
 */
export async function importTable(
  { source, file, out, optionsFile = `${out}.import.json`, given, reader, swatches }: TableImport,
  today: Date,
  report: Report,
): Promise<readonly string[]> {
  const stateFile = `${out}.import-state.json`;
  const omissions = createOmissions(report);
  const rows = omitErrors(await readSourceTable(file, reader, report), omissions);
  const known = await readOptionsFile(optionsFile);
  const decided = mergeOptions(known, given);
  const table = reader.read(rows, omissions, decided);
  const options = proposeOptions(table, decided, swatches);
  const day = today.toISOString().slice(0, 10);
  const decimalSign = decimalSignIn(table.styles);
  const written = toContent(table, { options, omissions, decimalSign, today: day });
  if (written.content.products.length === 0) {
    const reason = rows.rows.length > 0 ? 'see what was left out' : 'it has only names of columns';
    throw new ImportError(`${file} has no product that can be imported; ${reason}`);
  }
  noteSummary(written, { options, known: decided, table }, report);
  const next = toContentFiles(written.content);
  const isNew = (await stateOfFolder(out)) !== 'filled';
  const files = Object.fromEntries(withoutSchemas(next));
  const state: ImportState = { source, skus: options.skus, files };
  // Without its state, new content could not be imported again.
  const writeState = () => replaceFile(stateFile, formatState(state), outAdvice);
  if (isNew) await writeContent(out, next, writeState);
  else {
    // An interrupted import may not have renamed its state yet.
    await finishEdits(out);
    const last = await readLast(stateFile, source, out);
    await updateContent(out, stateFile, { last, next: state }, report);
  }
  const omissionsFile = `${out}.left-out.csv`;
  const hasOmissions = omissions.count() > 0 || existsSync(omissionsFile);
  if (hasOmissions) await replaceFile(omissionsFile, omissions.toCsv(rows), outAdvice);
  const optionsText = `${JSON.stringify(options, undefined, 2)}\n`;
  await replaceFile(
    optionsFile,
    optionsText,
    'give --options a file in a folder where you may write',
  );
  return [stateFile, ...(hasOmissions ? [omissionsFile] : []), optionsFile];
}

/**
 * Returns the state of the last import into the folder `out`. Throws `ImportError` if no import wrote the folder, or if
 * the last import into it was from another source.
 */
async function readLast(stateFile: string, source: string, out: string) {
  const state = await readState(stateFile);
  if (state === undefined) {
    throw new ImportError(
      `${out} is not empty, and there is no ${stateFile} of an import into it; give --out a folder that does not exist yet`,
    );
  }
  if (state.source !== source) {
    throw new ImportError(
      `${out} was imported from ${state.source}; give --out another folder for ${source}`,
    );
  }
  return state;
}

/**
 * Combines the options of the options file (`known`) with those of the command line (`given`), which take precedence.
 * If `given` changes the currency, omits the markets of the options file, so that the import proposes markets again.
 */
function mergeOptions({ markets, ...known }: KnownOptions, given: KnownOptions): KnownOptions {
  const isOther = given.currency !== undefined && given.currency !== known.currency;
  return { ...known, ...(markets !== undefined && !isOther && { markets }), ...given };
}

async function readOptionsFile(file: string): Promise<KnownOptions> {
  if (!existsSync(file)) return {};
  const bytes = await readSource(file, 'give --options a file that can be read');
  return parseOptions(file, new TextDecoder().decode(bytes));
}
