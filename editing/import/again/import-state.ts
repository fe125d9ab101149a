/**
 * The state of an import for the next one: the files as the import wrote them, without changes by editors.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ImportError, readSource } from '../import-files.ts';
import { parseJson } from '../options/import-options.ts';

const stateSchema = z.strictObject({
  /** The source of the import, such as `shopify`. */
  source: z.string(),
  /** Text by path below the content folder. */
  files: z.record(z.string(), z.string()),
});

export type ImportState = z.infer<typeof stateSchema>;

/**
 * Reads the state of the last import, or undefined if there was none. Throws `ImportError` if it is damaged.
 */
export async function readState(file: string): Promise<ImportState | undefined> {
  if (!existsSync(file)) return undefined;
  const bytes = await readSource(file, 'make it readable');
  const result = stateSchema.safeParse(parseJson(file, new TextDecoder().decode(bytes)));
  if (result.success) return result.data;
  throw new ImportError(`${file} is damaged; restore it, or import into another folder`);
}
