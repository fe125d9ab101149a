/** The hash of the table rows of one product. */
import type { TableHead } from './csv.ts';
import { keyOfRow } from './csv-rows.ts';
import type { ProductSource } from './product-rows.ts';
import { sha256 } from './sha256.ts';

/**
 * Returns the SHA-256, in hexadecimal, of the cells of a product's rows in all tables, with the path and the columns of
 * each table that has such rows.
 */
export function hashRows(
  { rows }: Pick<ProductSource, 'rows'>,
  tables: readonly TableHead[],
): string {
  const lines: string[] = [];
  for (const [index, { file, header }] of tables.entries()) {
    const own = rows[index] ?? [];
    // The meaning of a row depends on the order of the columns.
    if (own.length > 0) lines.push(`${file} ${header?.join()} ${own.length}`);
    for (const row of own) lines.push(keyOfRow(row));
  }
  return sha256(lines.join('\n'));
}
