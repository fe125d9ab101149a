/**
 * The hashes of the inputs of one product: of its file and of its table rows. A build reuses the documents of a product
 * whose inputs are unchanged.
 */
import type { TableHead } from './csv.ts';
import type { ProductSource } from './product-rows.ts';
import { sha256 } from './sha256.ts';

/** SHA-256 hashes, in hexadecimal, of the inputs that belong to one product. Shared files are not included. */
export interface ProductHashes {
  /** Hash of the bytes of the product file. */
  readonly file: string;
  /** Hash of the text of the product's rows, with the path and the columns of each table that has such rows. */
  readonly rows: string;
}

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
