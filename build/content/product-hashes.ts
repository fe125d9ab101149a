/** The hash of the table rows of one product. */
import type { TableHead } from './csv.ts';
import type { ProductSource } from './product-rows.ts';
import { sha256 } from './sha256.ts';

/**
 * Returns the SHA-256, in hexadecimal, of the text of a product's rows in all tables, with the path and the columns of
 * each table that has such rows. Does not parse the rows.
 */
export function hashRows(
  { rows }: Pick<ProductSource, 'rows'>,
  tables: readonly TableHead[],
): string {
  const lines: string[] = [];
  for (const [index, { file, header }] of tables.entries()) {
    const text = (rows[index] ?? []).map((run) => run.text).join('');
    // The meaning of a row depends on the order of the columns.
    if (text !== '') lines.push(`${file} ${header?.join()} ${text.length}`, text);
  }
  return sha256(lines.join('\n'));
}
