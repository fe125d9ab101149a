/**
 * Finds the SKUs with a cell that another row has too, such as a repeated GTIN. Keeps hashes of cells, not parsed rows,
 * because a table may have millions of rows.
 */
import type { RowText, TableIndex } from './csv.ts';
import { rowsOfText } from './csv-rows.ts';

/**
 * Returns the SKUs of the rows whose cell in `column` probably occurs in another row too, such as both SKUs if a row of
 * `TEE100` and a row of `CAP200` have the same GTIN. The other row may also be of the same SKU. Ignores empty cells;
 * compares cells after `toCompared` has normalized them. Returns an empty list if the table lacks the column. Only
 * hashes are compared, to save memory: different cells may have the same hash, so the caller must compare the cells of
 * the returned SKUs.
 */
export function skusOfRepeatedCells(
  { header, skus, rowsOf }: Pick<TableIndex, 'header' | 'skus' | 'rowsOf'>,
  column: string,
  toCompared: (cell: string) => string,
): string[] {
  const at = header?.indexOf(column) ?? -1;
  if (at === -1) return [];
  const hashesOf = (sku: string): number[] =>
    rowsOf(sku).flatMap((row) => cellsIn(row, at).map((cell) => hashOf(toCompared(cell))));
  const hashes: number[] = [];
  for (const sku of skus()) for (const hash of hashesOf(sku)) hashes.push(hash);
  // Sorted, because equal hashes are then adjacent; a set would take ten times the memory.
  const sorted = Float64Array.from(hashes).sort();
  const repeated = new Set(sorted.filter((hash, index) => hash === sorted[index - 1]));
  if (repeated.size === 0) return [];
  return [...skus()].filter((sku) => hashesOf(sku).some((hash) => repeated.has(hash)));
}

function cellsIn({ text }: RowText, column: number): string[] {
  return Array.from(rowsOfText(text), ({ cells }) => cells[column] ?? '').filter(
    (cell) => cell !== '',
  );
}

/** Returns a hash of 53 bits, the most that a number represents exactly: two multiplicative hashes like FNV-1a. */
function hashOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0xc2b2ae35];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
