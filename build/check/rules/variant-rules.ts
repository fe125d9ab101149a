/** Rules about `variants.csv`: ids are unique in the catalogue, and variants with ids have stock rows. */
import { cellsOf, type Row } from '../../content/csv-rows.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { rowsOf } from '../../content/findings/relations.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import {
  shippingOf,
  type VariantRow,
  variantIds,
  variantRowSchema,
} from '../../content/schemas/tables.ts';
import {
  checkEachRow,
  checkProductRows,
  hasFaultyRow,
  productsBySku,
  rowsBySku,
  variantTables,
  withFaultyRows,
} from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const file = 'variants.csv';

/** Returns the colour and size of a row, as messages name them. */
export function nameOfVariant({ color, size }: Pick<VariantRow, 'color' | 'size'>): string {
  return `${color}, ${size}`;
}

const withoutId: ContentRule = {
  id: 'variant/without-id',
  severity: 'error',
  summary: 'A row of `variants.csv` has a part id, a GTIN or trade data.',
  remedy: 'Write one of them, or remove the row.',
  example: { file, valid: 'TEE-1,navy,M,,6291041500213', broken: 'TEE-1,navy,M,,' },
  check: checkEachRow(variantTables, ['color', 'size', 'part_id', 'gtin'], (row) => {
    const hasId = row.part_id !== undefined || row.gtin !== undefined;
    if (hasId || shippingOf(row) !== undefined) return undefined;
    const message = `${nameOfVariant(row)} has neither a part id nor a GTIN; write one or remove the row`;
    return { column: 'color', message };
  }),
};

/** Reports variants that have ids but no stock row, once per product. */
const withoutStock: ContentRule = {
  id: 'variant/without-stock',
  severity: 'warning',
  summary:
    'A colour and size with a part id or a GTIN has a stock row, because the API shows ids with the stock.',
  remedy: 'Add the stock row; 0 is a valid quantity.',
  example: { file, valid: 'TEE-1,grey-navy,2XL', broken: 'TEE-1,grey-navy,M' },
  check: checkProductRows(variantTables, ['color', 'size'], function* (of, content) {
    const { sku, rows, table } = of;
    const { colors = [], sizes = [] } = of.product;
    const inventory = withFaultyRows(content.inventory, ['sku', 'color', 'size']);
    // The stock row may be one that could not be read.
    if (!inventory.readable || hasFaultyRow(inventory, sku)) return;
    const stocked = new Set((rowsBySku(inventory).get(sku) ?? []).map(nameOfVariant));
    const hidden = rows.filter(
      (row) =>
        !stocked.has(nameOfVariant(row)) &&
        colors.some(({ color }) => color === row.color) &&
        sizes.includes(row.size),
    );
    const [first, ...others] = hidden;
    if (first === undefined) return;
    const have = others.length === 0 ? 'has' : `and ${others.length} more of ${sku} have`;
    const message = `${sku}, ${nameOfVariant(first)} ${have} no row in ${inventory.file}; the API shows ids only with the stock`;
    const about = { explainedBy: [rowsOf(table.file, sku), rowsOf(inventory.file, sku)] };
    yield { line: first.line, column: 'color', message, about };
  }),
};

/** Rules about the rows of one product in `variants.csv`. */
export const variantRules: readonly ContentRule[] = [withoutId, withoutStock];

const repeatedIdExamples = {
  part_id: { file, valid: 'BAG/5.1', broken: 'TEE-1-NVY-S' },
  gtin: { file, valid: '14567810', broken: '6291041500213' },
};

/** Rules that report part ids and GTINs that several variants of the catalogue have. */
export const repeatedIdRules: readonly ContentRule[] = variantIds.map((kind) => ({
  id: `variant/repeated-${kind.column.replace('_', '-')}`,
  severity: 'error',
  summary: `No two variants have the same ${kind.name}.`,
  remedy: 'Correct the wrong one; a copied row keeps the id of the original.',
  example: repeatedIdExamples[kind.column],
  check: (content) => findRepeated(kind, content),
}));

/** Yields a fault for each row of a product whose id a row of another variant above has. */
function* findRepeated(
  { column, name, toCompared }: (typeof variantIds)[number],
  content: PartialContent,
): Generator<Fault> {
  const { header = [], rows = [] } = content.tables.find((table) => table.file === file) ?? {};
  const [idAt = -1, ...partsAt] = [column, 'sku', 'color', 'size'].map((each) =>
    header.indexOf(each),
  );
  const variantOf = (cells: readonly string[]) => partsAt.map((at) => cells[at] ?? '');
  const isValid = (id?: string) => variantRowSchema.shape[column].safeParse(id).success;
  const products = productsBySku(content);
  const firstRows = new Map<string, Row>();
  for (const row of rows) {
    const cells = cellsOf(row);
    const [id = '', variant] = [cells[idAt], variantOf(cells)];
    const isWhole = cells.length === header.length && !variant.includes('');
    if (id === '' || !isWhole || !products.has(variant[0] ?? '')) continue;
    const first = firstRows.get(toCompared(id));
    const owner = first && cellsOf(first);
    // Only here, because to validate all ids would take long.
    if (owner === undefined || !isValid(owner[idAt])) firstRows.set(toCompared(id), row);
    // `variant/repeated` reports two rows of the same variant.
    else if (isValid(id) && variantOf(owner).join() !== variant.join()) {
      const message = `"${id}" is also the ${name} of ${variantOf(owner).join(', ')} on line ${first?.line}; each variant has its own`;
      yield { file, line: row.line, column, message };
    }
  }
}
