/**
 * Replaces size aliases by sizes, such as `XXL` by `2XL`. Editors may write aliases; released documents contain only
 * the sizes of `sizes.json`. Unknown names stay.
 */
import type { ContentOf } from './schemas/kinds.ts';
import type { ProductContent } from './schemas/product.ts';

/** Size alias → size of `sizes.json`, such as `XXL` → `2XL`. */
export type SizeNames = ReadonlyMap<string, string>;

/**
 * Returns the valid aliases of `sizes.json`: those of an existing size that are not a size themselves. The rule
 * `shared/size-alias` reports the others.
 */
export function toSizeNames(
  aliases: Readonly<Record<string, string>>,
  sizes: readonly string[],
): SizeNames {
  const entries = Object.entries(aliases);
  return new Map(entries.filter(([alias, size]) => !sizes.includes(alias) && sizes.includes(size)));
}

/** Returns a table row with a size in place of an alias. */
export function rowWithSize<Row extends { readonly size?: string | undefined }>(
  row: Row,
  names: SizeNames,
): Row {
  const size = names.get(row.size ?? '');
  return size === undefined ? row : { ...row, size };
}

/** Returns a product with sizes in place of aliases. */
export function productWithSizes(
  product: Partial<ProductContent>,
  names: SizeNames,
): Partial<ProductContent> {
  const { sizes, sizeRecommendations: shares } = product;
  return {
    ...product,
    ...(sizes && { sizes: sizes.map((size) => names.get(size) ?? size) }),
    ...(shares && { sizeRecommendations: shares.map((share) => rowWithSize(share, names)) }),
  };
}

type SizeCharts = ContentOf<'size-charts'>['charts'];

/**
 * Returns size charts with sizes in place of aliases. Of several rows of a size, the first or the one with its name has
 * it; the others keep their alias, which the rule `shared/size-chart-row` reports.
 */
export function chartsWithSizes(charts: SizeCharts, names: SizeNames): SizeCharts {
  const toRows = (rows: SizeCharts[string]['rows']) => {
    const replaced: typeof rows = {};
    for (const [alias, values] of Object.entries(rows)) {
      const size = names.get(alias) ?? alias;
      const isTaken =
        size !== alias && (Object.hasOwn(rows, size) || Object.hasOwn(replaced, size));
      replaced[isTaken ? alias : size] = values;
    }
    return replaced;
  };
  return Object.fromEntries(
    Object.entries(charts).map(([id, chart]) => [id, { ...chart, rows: toRows(chart.rows) }]),
  );
}
