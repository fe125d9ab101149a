/** `npm run import`: reads the export of another system, writes content, and prints a report. */
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { type ImportOptions, readOptions, usage } from './command-line.ts';
import { toContentFiles } from './content-files.ts';
import { assertFree, ImportError, readSource, readSources, writeContent } from './import-files.ts';
import { parseSwatches, type Swatches } from './magento/colors.ts';
import { exportFiles, parseExport } from './magento/read-export.ts';
import { toContent } from './magento/to-content.ts';
import { createReport, type Report } from './report.ts';

/** Runs `npm run import`; returns 1 if nothing was written. */
export async function runImport(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  const report = createReport();
  try {
    const options = readOptions(args);
    if (options === undefined) {
      stdout.write(usage);
      return 0;
    }
    await importMagento(options, new Date(), report);
    stdout.write(`${report.toText()}Written to ${options.out}\n`);
    return 0;
  } catch (error) {
    stdout.write(report.toText());
    const prefix = error instanceof ImportError ? 'import: ' : '';
    stderr.write(`${prefix}${explainFailure(error)}\n`);
    return 1;
  }
}

/** Imports an export into `options.out`; throws `ImportError` and then leaves no file. */
export async function importMagento(
  options: ImportOptions,
  today: Date,
  report: Report,
): Promise<void> {
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
