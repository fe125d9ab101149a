/**
 * Reads and formats the state of the last import: the files that it generated from its source, without the changes of
 * editors.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ImportError, readSource } from '../import-files.ts';
import { parseJson } from '../options/import-options.ts';

const stateSchema = z.strictObject({
  /** The source of the import, such as `shopify`. */
  source: z.string(),
  /** The import option `skus`: code of a style (product) in the source → its SKU. */
  skus: z.record(z.string(), z.string()).default({}),
  /** Path within the content folder → text. */
  files: z.record(z.string(), z.string()),
});

/**
 * The state of the last import into a folder: its source, its option `skus`, and the files as the import generated
 * them, without the changes of editors. The next import compares these files with the folder, to find the changes of
 * editors, and with the files that it generates itself, to find the changes of the source.
 */
export type ImportState = z.infer<typeof stateSchema>;

/**
 * Returns the state that the last import stored in `file`, or undefined if the file does not exist. Throws an
 * `ImportError` if the file is damaged or cannot be read.
 */
export async function readState(file: string): Promise<ImportState | undefined> {
  if (!existsSync(file)) return undefined;
  const bytes = await readSource(file, 'make it readable');
  const result = stateSchema.safeParse(parseJson(file, new TextDecoder().decode(bytes)));
  if (result.success) return result.data;
  throw new ImportError(`${file} is damaged; restore it, or import into another folder`);
}

/** Returns the text of the file that stores the state of an import. */
export function formatState(state: ImportState): string {
  return `${JSON.stringify(state, undefined, 1)}\n`;
}
