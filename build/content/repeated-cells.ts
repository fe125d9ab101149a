/** Finds the SKUs with a cell that another row has too, such as a repeated GTIN. */
import type { TableIndex } from './csv.ts';
import { cellsOf } from './csv-rows.ts';

/**
 * Returns the SKUs of the rows whose cell in `column` occurs in another row too, such as both SKUs if a row of `TEE100`
 * and a row of `CAP200` have the same GTIN. The other row may also be of the same SKU. Ignores empty cells; compares
 * cells after `toCompared` has normalized them. Returns an empty list if the table lacks the column.
 */
export function skusOfRepeatedCells(
  { header, rows }: Pick<TableIndex, 'header' | 'rows'>,
  column: string,
  toCompared: (cell: string) => string,
): string[] {
  const at = header?.indexOf(column) ?? -1;
  const sku = header?.indexOf('sku') ?? -1;
  if (at === -1) return [];
  const owners = new Map<string, string>();
  const repeated = new Set<string>();
  for (const row of rows) {
    const cells = cellsOf(row);
    const cell = toCompared(cells[at] ?? '');
    const [own, owner] = [cells[sku] ?? '', owners.get(cell)];
    if ((cells[at] ?? '') === '') continue;
    if (owner === undefined) owners.set(cell, own);
    else repeated.add(owner).add(own);
  }
  return [...repeated];
}
