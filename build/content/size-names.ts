/**
 * Replaces size aliases by sizes, such as `XXL` by `2XL`. Editors may write aliases; released documents contain only
 * the sizes of `sizes.json`.
 */
import type { SharedContent } from './content.ts';
import type { ProductContent } from './schemas/product.ts';

/** Size alias → size of `sizes.json`, such as `XXL` → `2XL`. */
export type SizeNames = SharedContent['sizeNames'];

/**
 * Returns alias → size for the valid aliases of `sizes.json`. An alias is valid if it stands for an existing size and
 * is not a size itself. The rule `shared/size-alias` reports the others.
 */
export function toSizeNames(
  aliases: Readonly<Record<string, string>>,
  sizes: readonly string[],
): SizeNames {
  const entries = Object.entries(aliases);
  return new Map(entries.filter(([alias, size]) => !sizes.includes(alias) && sizes.includes(size)));
}

/**
 * Returns a product in which each size alias is replaced by its size; unknown names stay. Does not change its
 * arguments.
 */
export function productWithSizes(
  product: Partial<ProductContent>,
  names: SizeNames,
): Partial<ProductContent> {
  if (names.size === 0) return product;
  const { sizes, sizeRecommendations } = product;
  return {
    ...product,
    ...(sizes && { sizes: sizes.map((size) => names.get(size) ?? size) }),
    ...(sizeRecommendations && { sizeRecommendations: rowsWithSizes(sizeRecommendations, names) }),
  };
}

/**
 * Returns table rows in which each size alias is replaced by its size; unknown names stay. Does not change its
 * arguments.
 */
export function rowsWithSizes<Row extends { readonly size?: string | undefined }>(
  rows: readonly Row[],
  names: SizeNames,
): Row[] {
  return rows.map((row) => {
    const size = row.size === undefined ? undefined : names.get(row.size);
    return size === undefined ? row : { ...row, size };
  });
}

type SizeCharts = SharedContent['sizeCharts'];

/**
 * Returns size charts in which each size alias is replaced by its size. A row keeps its alias if the size is taken by
 * another row of the chart: if a chart has rows `XXL` and `2XL`, both stay; if it has two aliases of `2XL`, only the
 * first becomes `2XL`. The rule `shared/size-chart-row` reports rows that keep their alias. Does not change its
 * arguments.
 */
export function chartsWithSizes(charts: SizeCharts, names: SizeNames): SizeCharts {
  if (names.size === 0) return charts;
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
