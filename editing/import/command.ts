/** `npm run import`: reads the export of another system, writes content, and prints a report. */
import { checkContent } from '../../build/check/check-content.ts';
import { openContent } from '../../build/content/open-content.ts';
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { explainErrors } from '../edit/check-edits.ts';
import { type ImportArguments, readArguments, usage } from './command-line.ts';
import { createCsvReader } from './csv/read-csv.ts';
import { ImportError, readSource } from './import-files.ts';
import { importTable } from './import-table.ts';
import { openMagento } from './magento/read-magento.ts';
import { createReport, type Report } from './report.ts';
import { shopify } from './shopify/read-shopify.ts';
import { parseSwatches, type Swatches } from './swatches.ts';
import { wooCommerce } from './woocommerce/read-woocommerce.ts';

/**
 * Runs `npm run import`, which converts the export of another system to content. Prints the report of the import and,
 * on standard error, the errors of the written content. Returns the exit code: 0, even if the written content has
 * errors, or 1 if the import failed, with the reason on standard error.
 */
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

/**
 * Imports another system's export into the folder `args.out`, and adds notes to `report`. Also writes up to three files
 * outside that folder, and returns their paths: the state (the imported files, with which the next import compares),
 * the omitted rows and the options. Throws an `ExpectedError` with the reason if the import fails, and file-system
 * errors.
 */
export async function importExport(
  args: ImportArguments,
  today: Date,
  report: Report,
): Promise<readonly string[]> {
  const { file, reader } = await sourceOf(args, report);
  const swatches = await readSwatches(args.swatchesFile);
  return importTable({ ...args, file, reader, swatches }, today, report);
}

/**
 * Returns the path of the table with the products to import, and the reader that converts this table. If a Magento
 * export is a folder, also reads its other tables; for the source `csv`, reads the column map. Throws an
 * `ExpectedError` if the column map or another table is invalid, or if the map is missing.
 */
async function sourceOf({ source, path, mapFile = '' }: ImportArguments, report: Report) {
  if (source === 'magento') return openMagento(path, report);
  if (source === 'shopify') return { file: path, reader: shopify };
  if (source === 'woocommerce') return { file: path, reader: wooCommerce };
  const bytes = await readSource(mapFile, 'give --map a JSON file of columns; see --help');
  return { file: path, reader: createCsvReader(mapFile, new TextDecoder().decode(bytes)) };
}

async function readSwatches(file: string | undefined): Promise<Swatches> {
  if (file === undefined) return new Map();
  const bytes = await readSource(file, 'give --swatches a JSON file of names and hex colours');
  return parseSwatches(file, new TextDecoder().decode(bytes));
}
