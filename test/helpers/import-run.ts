/** Runs `npm run import` in the process of the test, with 10 May 2024 as the current date. */
import { join, resolve } from 'node:path';
import { importExport } from '../../editing/import/command.ts';
import { readArguments } from '../../editing/import/command-line.ts';
import { createReport } from '../../editing/import/report.ts';
import { findingsIn } from './content.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
export const shopifyFile = join(fixtures, 'shopify/products_export.csv');
export const wooCommerceFile = join(fixtures, 'woocommerce/produits.csv');

/** Runs an import with arguments (source, path of the export, options); returns the report. */
export async function importFrom(...args: readonly string[]): Promise<string> {
  const report = createReport();
  const read = readArguments(args);
  if (read === undefined) throw new Error('the arguments ask for help');
  await importExport(read, new Date('2024-05-10T12:00:00Z'), report);
  return report.toText();
}

/** Returns the errors that prevent a release of a content folder, one line each. */
export async function errorsIn(folder: string): Promise<string[]> {
  const errors = (await findingsIn(folder)).filter(({ severity }) => severity === 'error');
  return errors.map(({ file, rule, message }) => `${file}: ${rule}: ${message}`);
}
