/** Import: the command line in, a content folder written, and the report told what was done. */
import { toContentFiles } from './content-files.ts';
import { ImportProblem } from './import-problem.ts';
import { exportFiles, parseExport } from './magento/read-export.ts';
import { parseSwatches, type Swatches } from './magento/swatches.ts';
import { toContent } from './magento/to-content.ts';
import { parseImportOptions } from './options.ts';
import { readSource, readSources } from './read-source.ts';
import type { Report } from './report.ts';
import { assertFree, writeContent } from './write-content.ts';

async function readSwatches(file: string | undefined): Promise<Swatches> {
  if (file === undefined) return new Map();
  const bytes = await readSource(file, 'give --swatches a JSON file of names and hex colours');
  return parseSwatches(file, new TextDecoder().decode(bytes));
}

/** Imports an export and gives the folder written; throws ImportProblem and writes nothing else. */
export async function importMagento(
  args: readonly string[],
  today: Date,
  report: Report,
): Promise<string> {
  const options = parseImportOptions(args);
  await assertFree(options.out);
  const source = parseExport(await readSources(options.folder, exportFiles));
  const swatches = await readSwatches(options.swatchesFile);
  const content = toContent(source, { ...options, swatches, today }, report);
  if (content.products.length === 0) {
    throw new ImportProblem(
      `${options.folder} holds no style to take; export some that are online`,
    );
  }
  await writeContent(options.out, toContentFiles(content));
  return options.out;
}
