/** `npm run import`: converts the export of another system to content, and prints a report. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { checkContent } from '../../build/check/check-content.ts';
import { openContent } from '../../build/content/open-content.ts';
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { explainErrors } from '../edit/check-edits.ts';
import { assertNoUnfinishedEdit } from '../edit/write-edits.ts';
import { readForeignTable } from '../tables/foreign-table.ts';
import { readBytes } from '../tables/read-records.ts';
import { type ImportArguments, readArguments, usage } from './command-line.ts';
import { toContentFiles } from './content-files.ts';
import {
  gitStateOf,
  ImportError,
  replaceFile,
  stateOfFolder,
  writeContent,
} from './import-files.ts';
import { withoutPlaceholders } from './neutral.ts';
import { type KnownOptions, readOptions, readSwatches } from './options/import-options.ts';
import { proposeOptions } from './options/propose-options.ts';
import { createReport, type Report } from './report.ts';
import { createCellReader, noteUnread, type TableReader } from './source-table.ts';
import { readColumnMap } from './sources/column-map.ts';
import { createCsvReader } from './sources/csv.ts';
import { shopify } from './sources/shopify.ts';
import { wooCommerce } from './sources/woocommerce.ts';
import { decimalSignIn } from './to-content/resolve-styles.ts';
import { noteSummary } from './to-content/summary.ts';
import { toContent } from './to-content/to-content.ts';
import { replaceContent, updateParts } from './update-content.ts';

/** Runs `npm run import`. */
export async function runImport(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  const report = createReport();
  try {
    const read = readArguments(args);
    if (read === undefined) {
      stdout.write(usage);
      return 0;
    }
    const written = await importExport(read, new Date(), report);
    const findings = await checkContent(await openContent(read.out));
    stdout.write(`${report.toText()}Written to ${[read.out, ...written].join(', ')}\n`);
    // The files stay, unlike those of an edit: people correct them, or the options, and import again.
    const verdict = 'the content was written but does not build';
    const reasons = explainErrors(read.out, findings, verdict);
    if (reasons !== undefined) stderr.write(`${reasons}\n`);
    return 0;
  } catch (error) {
    stdout.write(report.toText());
    const prefix = error instanceof ImportError ? 'import: ' : '';
    stderr.write(`${prefix}${explainFailure(error)}\n`);
    return 1;
  }
}

/** Imports an export, and returns the paths of the files beside the content. Throws an `ExpectedError`. */
export async function importExport(
  args: ImportArguments,
  today: Date,
  report: Report,
): Promise<readonly string[]> {
  const { path, out, only, optionsFile, swatchesFile } = args;
  const isNew = await assertWritable(out, only !== undefined);
  const reader = await readerOf(args);
  const swatches = swatchesFile === undefined ? new Map() : await readSwatches(swatchesFile);
  const source = await readForeignTable(path, await readBytes(path), reader);
  for (const { row, reason } of source.omitted) {
    const omission = { name: `line ${row.line}: ${reason}`, rows: [row] };
    report.leaveOut('rows without data', omission);
  }
  const known = existsSync(optionsFile) ? await readOptions(optionsFile) : {};
  const decided = mergeOptions(known, args.given);
  const cells = createCellReader(source, report);
  const table = withoutPlaceholders(reader.read(source, cells, report), report);
  noteUnread(source, cells, report);
  const options = proposeOptions(table, decided, swatches);
  const day = today.toISOString().slice(0, 10);
  const context = { options, report, decimalSign: decimalSignIn(table.styles), today: day };
  const written = toContent(table, context);
  if (written.content.products.length === 0) {
    const reason =
      source.rows.length > 0 ? 'see what was left out' : 'it has only names of columns';
    throw new ImportError(`${path} has no product that can be imported; ${reason}`);
  }
  if (only === undefined) noteSummary(written, { options, known: decided, table }, report);
  const files = toContentFiles(written.content);
  if (only !== undefined) await updateParts(out, written.content, { only, options, day, report });
  else if (isNew) await writeContent(out, files);
  else await replaceContent(out, files, report);
  const advice = 'give --out another folder';
  const leftOut = `${out}.left-out.csv`;
  const text = report.toCsv(source);
  if (text === undefined) await rm(leftOut, { force: true });
  else await replaceFile(leftOut, text, advice);
  const optionsText = `${JSON.stringify(options, undefined, 2)}\n`;
  await replaceFile(optionsFile, optionsText, 'give --options a file that you may write');
  return [...(text === undefined ? [] : [leftOut]), optionsFile];
}

/** Returns true if a content folder is new. Throws an `ExpectedError` if nothing could undo the import. */
async function assertWritable(folder: string, isPartial: boolean): Promise<boolean> {
  if ((await stateOfFolder(folder)) !== 'filled') {
    if (!isPartial) return true;
    throw new ImportError(`--only updates content, and ${folder} has none; leave --only out`);
  }
  assertNoUnfinishedEdit(folder);
  const state = gitStateOf(folder);
  if (state === 'uncommitted') {
    throw new ImportError(`${folder} has changes that git has not; commit them, then import again`);
  }
  if (state === 'outside' && !isPartial) {
    throw new ImportError(
      `${folder} has content that the import would replace, and git has no copy of it; give --out a new folder, put ${folder} under git, or update what the shop owns: --only prices,stock,pictures`,
    );
  }
  return false;
}

async function readerOf({ source, mapFile = '' }: ImportArguments): Promise<TableReader> {
  if (source === 'shopify') return shopify;
  return source === 'csv' ? createCsvReader(await readColumnMap(mapFile)) : wooCommerce;
}

function mergeOptions({ markets, ...known }: KnownOptions, given: KnownOptions): KnownOptions {
  const isOther = given.currency !== undefined && given.currency !== known.currency;
  return { ...known, ...(markets !== undefined && !isOther && { markets }), ...given };
}
