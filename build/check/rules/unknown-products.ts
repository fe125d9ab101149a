/** Rules that report table rows whose SKU belongs to no product: once per table and SKU, at its first row. */
import { basename } from 'node:path/posix';
import type { Fault, Found } from '../../content/findings/finding.ts';
import { noProducts, rowsOf, unknownUses } from '../../content/findings/relations.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { explainSpreadsheet } from '../../content/rules/value-formats.ts';
import { findMisplaced } from './file-list-rules.ts';
import { memoize } from './memoize.ts';
import { formatRowCount, priceTables, rowsBySku, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { isWithoutZeros, suggestSku } from './suggest-sku.ts';

type TablesOf = (content: PartialContent) => readonly PartialTable<{ readonly sku: string }>[];

/** The beginning of each rule's id, what its summary calls a row, and its tables. */
const tables: readonly (readonly [kind: string, row: string, tablesOf: TablesOf])[] = [
  ['price', 'a price', priceTables],
  ['stock', 'a stock row', ({ inventory }) => [inventory]],
  ['surcharge', 'a surcharge', ({ surcharges }) => [surcharges]],
  ['sync', 'an active product', ({ activeProducts }) => [activeProducts]],
  ['variant', 'a variant', ({ variants }) => [variants]],
];

/** One rule for each kind of table. */
export const unknownProductRules: readonly ContentRule[] = tables.map(([kind, row, tablesOf]) => ({
  id: `${kind}/unknown-product`,
  severity: 'error',
  summary: `The SKU of ${row} is that of a product.`,
  remedy:
    'Correct the SKU, add the product’s file to products/, or remove the rows of a product that no longer exists.',
  *check(content) {
    const skus = knownSkus(content);
    for (const table of tablesOf(content)) {
      for (const [sku, rows] of rowsBySku(withFaultyRows(table, ['sku']))) {
        if (!skus.has(sku)) yield explainUnknown(sku, table.file, rows, content);
      }
    }
  },
}));

/** Returns the SKUs of all products and the names of their files: if they differ, another rule reports the file. */
const knownSkus = memoize((content: PartialContent): ReadonlySet<string> => {
  return new Set(content.products.flatMap(({ file, sku }) => [sku, basename(file, '.json')]));
});

function explainUnknown(
  sku: string,
  file: string,
  rows: readonly { readonly line: number }[],
  content: PartialContent,
): Fault {
  const unread = findMisplaced(sku, content);
  const suggestion = unread === undefined ? suggestSku(sku, content) : undefined;
  const problem =
    unread === undefined
      ? explainSku(sku, suggestion, rows)
      : `no product has the SKU "${sku}", because its file ${unread} is not read; move it to products/${sku}.json`;
  const about = {
    rows: rows.length,
    groups: [`same-rows ${sku}`],
    explains: [suggestion === undefined ? unknownUses : rowsOf(file, suggestion)],
    explainedBy: [noProducts],
  };
  const hint = suggestion === undefined ? {} : { suggestion };
  return { file, line: rows[0]?.line ?? 1, column: 'sku', message: problem, about, ...hint };
}

function explainSku(sku: string, suggestion: string | undefined, rows: readonly unknown[]): string {
  const damage = explainSpreadsheet(sku, 'a SKU') ?? explainInvisible(sku, suggestion);
  if (damage !== undefined) return `"${sku}" ${damage}`;
  if (suggestion !== undefined && isWithoutZeros(sku, suggestion)) {
    return `no product has the SKU "${sku}"; a spreadsheet probably removed the zeros of "${suggestion}": format the column as text and write the SKU again`;
  }
  return `no product has the SKU "${sku}"; correct it or remove ${formatRowCount(rows)}`;
}

/** Merges faults that several tables have in common into the first, whose message then names the other tables. */
export function mergeSameRows([first, ...others]: readonly Found[]): Fault | undefined {
  if (first === undefined || others.length === 0) return undefined;
  const named = others.map(({ fault: { file, about } }) => {
    const rows = about?.rows ?? 1;
    return `${file} (${rows} row${rows === 1 ? '' : 's'})`;
  });
  return { ...first.fault, message: `${first.fault.message}; also in ${named.join(', ')}` };
}
