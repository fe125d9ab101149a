/** `npm run import`: reads the export of another system, writes content, and prints a report. */
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { type MagentoOptions, readOptions, type TableOptions, usage } from './command-line.ts';
import { toContentFiles } from './content-files.ts';
import { createCsvReader } from './csv/read-csv.ts';
import { assertFree, ImportError, readSource, readSources, writeContent } from './import-files.ts';
import { importTable } from './import-table.ts';
import { parseSwatches, type Swatches } from './magento/colors.ts';
import { exportFiles, parseExport } from './magento/read-export.ts';
import { toContent } from './magento/to-content.ts';
import { createReport, type Report } from './report.ts';
import { shopify } from './shopify/read-shopify.ts';
import type { TableReader } from './source-table.ts';
import { wooCommerce } from './woocommerce/read-woocommerce.ts';

/** Runs `npm run import`; returns 1 if nothing was written. */
export async function runImport(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  const report = createReport();
  try {
    const options = readOptions(args);
    if (options === undefined) {
      stdout.write(usage);
      return 0;
    }
    const written = await importExport(options, new Date(), report);
    stdout.write(`${report.toText()}Written to ${[options.out, ...written].join(', ')}\n`);
    return 0;
  } catch (error) {
    stdout.write(report.toText());
    const prefix = error instanceof ImportError ? 'import: ' : '';
    stderr.write(`${prefix}${explainFailure(error)}\n`);
    return 1;
  }
}

/** Imports an export into `options.out`; returns the files that it wrote beside it. Throws `ImportError`. */
export async function importExport(
  options: MagentoOptions | TableOptions,
  today: Date,
  report: Report,
): Promise<readonly string[]> {
  if (options.source !== 'magento') {
    return importTable({ ...options, reader: await readerOf(options) }, today, report);
  }
  await importMagento(options, today, report);
  return [];
}

async function readerOf({ source, mapFile = '' }: TableOptions): Promise<TableReader> {
  if (source === 'shopify') return shopify;
  if (source === 'woocommerce') return wooCommerce;
  const bytes = await readSource(mapFile, 'give --map a JSON file of columns; see --help');
  return createCsvReader(mapFile, new TextDecoder().decode(bytes));
}

/** Throws `ImportError` and then leaves no file. */
async function importMagento(options: MagentoOptions, today: Date, report: Report): Promise<void> {
  await assertFree(options.out);
  const source = parseExport(await readSources(options.folder, exportFiles));
  const swatches = await readSwatches(options.swatchesFile);
  const content = toContent(source, { ...options, swatches, today }, report);
  if (content.products.length === 0) {
    throw new ImportError(
      `${options.folder} has no style that can be imported; export styles that are online`,
    );
  }
  await writeContent(options.out, toContentFiles(content));
}

async function readSwatches(file: string | undefined): Promise<Swatches> {
  if (file === undefined) return new Map();
  const bytes = await readSource(file, 'give --swatches a JSON file of names and hex colours');
  return parseSwatches(file, new TextDecoder().decode(bytes));
}
