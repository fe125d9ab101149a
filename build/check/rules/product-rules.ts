/**
 * Rules that check a product file and no table rows: repeated entries, order of sizes, size charts, size
 * recommendations.
 */

import type { JsonPath } from '../../content/findings/finding.ts';
import { idOfProduct } from '../../content/findings/relations.ts';
import { hintsFor, suggestSize } from '../../content/findings/suggest.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { idSources } from '../../content/schemas/references.ts';
import { memoize } from './memoize.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { type ContentRule, checkEachProduct, type Product } from './rule.ts';

const repeatedColor: ContentRule = {
  id: 'product/repeated-color',
  severity: 'error',
  summary: 'A product has each of its colours once.',
  remedy: 'Remove one of the two entries, or correct its colour.',
  check: checkEachProduct(function* ({ colors = [] }, _content, file) {
    for (const index of repeatedAt(colors.map(({ color }) => color))) {
      const message = `"${colors[index]?.color}" is listed twice`;
      // The other colour that was meant seems to be missing.
      yield {
        path: ['colors', index, 'color'],
        message,
        about: { explains: [idOfProduct(file, 'colors')] },
      };
    }
  }),
};

const repeatedSize: ContentRule = {
  id: 'product/repeated-size',
  severity: 'error',
  summary: 'A product has each of its sizes once.',
  remedy: 'Remove one of the two, or correct it.',
  check: checkEachProduct(function* ({ sizes = [] }, _content, file) {
    for (const index of repeatedAt(sizes)) {
      const message = `"${sizes[index]}" is listed twice`;
      yield { path: ['sizes', index], message, about: { explains: [idOfProduct(file, 'sizes')] } };
    }
  }),
};

const repeatedEntry: ContentRule = {
  id: 'product/repeated-entry',
  severity: 'error',
  summary:
    'A list of a product has no entry twice: markets, former SKUs, keywords, inspirations, fabrics, materials, decorations, size recommendations, pictures, pictures of a colour.',
  remedy: 'Remove one of the two, or correct it.',
  check: checkEachProduct(function* (product) {
    for (const { path, names } of listsOf(product)) {
      for (const index of repeatedAt(names)) {
        const message = `"${names[index]}" is listed twice`;
        yield { path: [...path, index], message };
      }
    }
  }),
};

/**
 * Yields the JSON path and the names of each list of a product in which no name may be repeated. Omits
 * colours and sizes, which have their own rules.
 */
function* listsOf(
  product: Product,
): Generator<{ readonly path: JsonPath; readonly names: readonly string[] }> {
  for (const member of ['markets', 'formerSkus', 'inspiration', 'fabrics', 'materials'] as const) {
    yield { path: [member], names: product[member] ?? [] };
  }
  for (const [language, names] of Object.entries(product.keywords ?? {})) {
    yield { path: ['keywords', language], names };
  }
  yield {
    path: ['customization', 'decorations'],
    names: product.customization?.decorations ?? [],
  };
  const shares = product.sizeRecommendations ?? [];
  yield { path: ['sizeRecommendations'], names: shares.map(({ size }) => size) };
  yield { path: ['images'], names: (product.images ?? []).map(({ file }) => file) };
  for (const [index, { images = [] }] of (product.colors ?? []).entries()) {
    yield { path: ['colors', index, 'images'], names: images };
  }
}

/** Yields the indexes at which a list repeats a name. */
function* repeatedAt(names: readonly string[]): Generator<number> {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) yield index;
    seen.add(name);
  }
}

const recommendedSize: ContentRule = {
  id: 'product/recommended-size',
  severity: 'error',
  summary: 'Size recommendations name sizes that the product has.',
  remedy: 'Correct the size, or add it to the sizes of the product.',
  *check(content) {
    for (const { file, product } of content.products) {
      if (mayBeIncomplete(content, file, 'sizes')) continue;
      const sizes = new Set(product.sizes);
      for (const [index, { size }] of (product.sizeRecommendations ?? []).entries()) {
        if (sizes.has(size)) continue;
        const message = `"${size}" is not among the sizes of this product`;
        yield {
          file,
          path: ['sizeRecommendations', index, 'size'],
          message,
          about: { explainedBy: [idOfProduct(file, 'sizes', size), idOfProduct(file, 'sizes')] },
          ...hintsFor(size, sizes, suggestSize),
        };
      }
    }
  },
};

/**
 * Allowed deviation of a sum of percentages, because sums of decimal fractions such as 33.3 are not exact.
 */
const tolerance = 1e-6;

const recommendationsSum: ContentRule = {
  id: 'product/recommendations-sum',
  severity: 'error',
  summary: 'The size recommendations of a product add up to 100 per cent.',
  remedy: 'Correct the percentages.',
  *check(content) {
    for (const { file, product } of content.products) {
      const { sizeRecommendations: shares = [] } = product;
      if (shares.length === 0 || mayBeIncomplete(content, file, 'sizeRecommendations')) continue;
      const sum = shares.reduce((total, { percentage }) => total + percentage, 0);
      if (Math.abs(sum - 100) < tolerance) continue;
      const message = `the percentages add up to ${Number(sum.toFixed(6))}, not to 100`;
      yield { file, path: ['sizeRecommendations'], atName: true, message };
    }
  },
};

/** Returns size → its position in sizes.json. */
const sizeRanks = memoize(
  ({ ids }: PartialContent): ReadonlyMap<string, number> =>
    new Map([...(ids.sizes ?? [])].map((size, rank) => [size, rank])),
);

/**
 * Reports sizes that are not in the order of sizes.json, at the first size that follows a larger one. Ignores
 * unknown sizes.
 */
const sizeOrder: ContentRule = {
  id: 'product/size-order',
  severity: 'warning',
  summary: 'A product has its sizes in the order of sizes.json, in which shops show them.',
  remedy: 'Put the sizes in the order that the message gives.',
  check: checkEachProduct(function* ({ sizes = [] }, content) {
    const ranks = sizeRanks(content);
    const known = [...new Set(sizes)].filter((size) => ranks.has(size));
    const inOrder = [...known].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
    const wrong = known.find(
      (size, index) => (ranks.get(size) ?? 0) < (ranks.get(known[index - 1] ?? size) ?? 0),
    );
    if (wrong === undefined) return;
    const message = `"${wrong}" is out of order; sizes.json has ${inOrder.join(', ')}`;
    yield { path: ['sizes', sizes.indexOf(wrong)], message };
  }),
};

const chartsFile = idSources.sizeCharts.file;

const sizeChartRow: ContentRule = {
  id: 'product/size-chart-row',
  severity: 'warning',
  summary: 'The size chart of a product has a row for each size of the product.',
  remedy: 'Correct `sizeChart`, or add the rows to size-charts.json.',
  check: checkEachProduct(function* ({ sizes = [], sizeChart: id = '' }, content) {
    const chart = Object.hasOwn(content.sizeCharts, id) ? content.sizeCharts[id] : undefined;
    const known = content.ids.sizes;
    if (chart === undefined || known === undefined) return;
    // The row may be one that could not be read, or of which the size is misspelt.
    if (mayBeIncomplete(content, chartsFile, 'charts')) return;
    if (!Object.keys(chart.rows).every((size) => known.has(size))) return;
    const own = sizes.filter((size) => known.has(size));
    const missing = own.filter((size) => !Object.hasOwn(chart.rows, size));
    if (missing.length === 0) return;
    const rows = missing.length === 1 ? 'it' : 'them';
    const remedy =
      missing.length === own.length
        ? 'is it the right chart?'
        : `add ${rows}, or refer to the right chart`;
    const message = `the chart "${id}" has no row for ${missing.join(', ')}; ${remedy}`;
    yield { path: ['sizeChart'], message };
  }),
};

/** Rules that check a product file and no table rows. */
export const ownProductRules: readonly ContentRule[] = [
  recommendationsSum,
  recommendedSize,
  repeatedColor,
  repeatedEntry,
  repeatedSize,
  sizeChartRow,
  sizeOrder,
];
