/** Replaces size aliases: content may use them, but documents only contain the sizes of sizes.json. */
import type { SharedContent } from './content.ts';
import type { ProductContent } from './schemas/product.ts';

/** Maps an alias to its size. */
export type SizeNames = SharedContent['sizeNames'];

/**
 * Returns the usable aliases: those of an existing size that are not sizes themselves. Others are faults.
 */
export function toSizeNames(
  aliases: Readonly<Record<string, string>>,
  sizes: readonly string[],
): SizeNames {
  const entries = Object.entries(aliases);
  return new Map(entries.filter(([alias, size]) => !sizes.includes(alias) && sizes.includes(size)));
}

/** Returns a product with aliases replaced by sizes. */
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

/** Returns rows with aliases replaced by sizes. */
export function rowsWithSizes<Row extends { readonly size: string }>(
  rows: readonly Row[],
  names: SizeNames,
): Row[] {
  return rows.map((row) => {
    const size = names.get(row.size);
    return size === undefined ? row : { ...row, size };
  });
}

type SizeCharts = SharedContent['sizeCharts'];

/**
 * Returns size charts with aliases replaced by sizes. A row keeps its alias if its size has a row too.
 */
export function chartsWithSizes(charts: SizeCharts, names: SizeNames): SizeCharts {
  if (names.size === 0) return charts;
  const toRows = (rows: SizeCharts[string]['rows']) => {
    const named: typeof rows = {};
    for (const [alias, values] of Object.entries(rows)) {
      const size = names.get(alias) ?? alias;
      const isTaken = size !== alias && (Object.hasOwn(rows, size) || Object.hasOwn(named, size));
      named[isTaken ? alias : size] = values;
    }
    return named;
  };
  return Object.fromEntries(
    Object.entries(charts).map(([id, chart]) => [id, { ...chart, rows: toRows(chart.rows) }]),
  );
}
