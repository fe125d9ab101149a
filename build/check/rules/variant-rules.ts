/** Rules about `variants.csv`: ids are unique in the catalogue, and variants with ids have stock rows. */
import { rowsOf } from '../../content/findings/relations.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { shippingOf, type VariantRow, variantIds } from '../../content/schemas/tables.ts';
import { hasFaultyRow, rowsBySku, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const withoutId: ContentRule = {
  id: 'variant/without-id',
  severity: 'error',
  summary: 'A row of `variants.csv` has a part id, a GTIN or trade data.',
  remedy: 'Write one of them, or remove the row.',
  *check({ variants }) {
    const { file, rows } = withFaultyRows(variants, ['color', 'size', 'part_id', 'gtin']);
    for (const row of rows) {
      const { color, size, line, part_id: partId, gtin } = row;
      if (partId !== undefined || gtin !== undefined || shippingOf(row) !== undefined) continue;
      const message = `${color}, ${size} has neither a part id nor a GTIN; write one or remove the row`;
      yield { file, line, column: 'color', message };
    }
  },
};

/**
 * Reports variants that have ids but no stock row, because the API shows part ids and GTINs only with the
 * stock. Reported once per product.
 */
const withoutStock: ContentRule = {
  id: 'variant/without-stock',
  severity: 'warning',
  summary:
    'A colour and size with a part id or a GTIN has a stock row, because the API shows ids with the stock.',
  remedy: 'Add the stock row; 0 is a valid quantity.',
  *check(content) {
    const variants = withFaultyRows(content.variants, ['sku', 'color', 'size']);
    const inventory = withFaultyRows(content.inventory, ['sku', 'color', 'size']);
    for (const { sku, product, rows } of rowsOfProducts(content, variants)) {
      // The stock row may be one that could not be read.
      if (!inventory.readable || hasFaultyRow(inventory, sku)) continue;
      const { colors = [], sizes = [] } = product;
      const stocked = new Set((rowsBySku(inventory).get(sku) ?? []).map(pairOf));
      const hidden = rows.filter(
        (row) =>
          !stocked.has(pairOf(row)) &&
          colors.some(({ color }) => color === row.color) &&
          sizes.includes(row.size),
      );
      const [first] = hidden;
      if (first === undefined) continue;
      const [subject, their] =
        hidden.length === 1
          ? ['has', 'its']
          : [`and ${hidden.length - 1} more of ${sku} have`, 'their'];
      const message = `${sku}, ${first.color}, ${first.size} ${subject} no row in ${inventory.file}, without which ${their} ids are shown nowhere`;
      const about = { explainedBy: [rowsOf(variants.file, sku), rowsOf(inventory.file, sku)] };
      yield { file: variants.file, line: first.line, column: 'color', message, about };
    }
  },
};

/** Returns a key that is equal for rows of the same colour and size. */
function pairOf({ color, size }: Pick<VariantRow, 'color' | 'size'>): string {
  return JSON.stringify([color, size]);
}

/**
 * Rules about the rows of one product in `variants.csv`: a row has a part id or a GTIN, and its colour and size has a
 * stock row.
 */
export const variantRules: readonly ContentRule[] = [withoutId, withoutStock];

/**
 * Rules that report part ids and GTINs that several variants of the catalogue have. They need variant rows only of
 * products in which an id may be repeated; `checkCatalogue` passes these rows.
 */
export const repeatedIdRules: readonly ContentRule[] = variantIds.map((kind) => ({
  id: `variant/repeated-${kind.column.replace('_', '-')}`,
  severity: 'error',
  summary: `No two variants have the same ${kind.name}.`,
  remedy: 'Correct the wrong one; a copied row keeps the id of the original.',
  check: (content) => findRepeated(kind, content),
}));

/**
 * Yields a fault for each variant row whose part id or GTIN (`column`) an earlier row of another variant has.
 */
function* findRepeated(
  { column, name, toCompared }: (typeof variantIds)[number],
  content: PartialContent,
) {
  const variants = withFaultyRows(content.variants, ['sku', 'color', 'size', column]);
  const products = [...rowsOfProducts(content, variants)];
  const owners = new Map<string, (typeof products)[number]['rows'][number]>();
  for (const row of products.flatMap(({ rows }) => rows).sort((a, b) => a.line - b.line)) {
    const id = row[column];
    if (id === undefined) continue;
    const owner = owners.get(toCompared(id));
    if (owner === undefined) owners.set(toCompared(id), row);
    // `variant/repeated` reports two rows of the same variant.
    else if (owner.sku !== row.sku || pairOf(owner) !== pairOf(row)) {
      const { sku, color, size, line } = owner;
      const message = `"${id}" is also the ${name} of ${sku}, ${color}, ${size} on line ${line}; each variant has its own`;
      yield { file: variants.file, line: row.line, column, message };
    }
  }
}
