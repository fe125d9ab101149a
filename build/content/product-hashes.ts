/** Hashes of what one product is made from, by which a build finds products that need not be made again. */
import type { ProductSource, TableHead } from './open-content.ts';
import { sha256 } from './sha256.ts';

/** SHA-256, in hexadecimal, of what one product is made from besides the shared files. */
export interface ProductHashes {
  /** Hash of the bytes of its file. */
  readonly file: string;
  /** Hash of the text of its rows in all tables. */
  readonly rows: string;
}

/** Returns the hash of the rows of a product as in `ProductHashes`, without parsing them. */
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
