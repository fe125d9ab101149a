/** Rules about one product file: repeated entries, the order of sizes, the size chart, and size recommendations. */
import { idOfProduct } from '../../content/findings/relations.ts';
import { hintsFor, suggestSize } from '../../content/findings/suggest.ts';
import { idSources, idsAt } from '../../content/schemas/references.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

const tee = 'products/TEE-1.json';

/** Returns a rule about names that a list has once. `places` are their paths, as in `idsAt`. */
function notRepeated(
  rule: Pick<ContentRule, 'id' | 'summary' | 'remedy' | 'example'>,
  places: readonly string[],
  kind?: 'colors' | 'sizes',
): ContentRule {
  return {
    ...rule,
    severity: 'error',
    check: checkEachProduct(function* (product, _content, file) {
      const seen = new Set<string>();
      for (const [path, name] of places.flatMap((place) => [...idsAt(product, place.split('.'))])) {
        const index = path.findLastIndex((part) => typeof part === 'number');
        const key = JSON.stringify([path.slice(0, index), name]);
        if (seen.has(key)) {
          const message = `"${name}" is listed twice`;
          // The other colour or size that was meant seems to be missing.
          if (kind) yield { path, message, about: { explains: [idOfProduct(file, kind)] } };
          else yield { path: path.slice(0, index + 1), message };
        }
        seen.add(key);
      }
    }),
  };
}

const repeatedColor = notRepeated(
  {
    id: 'product/repeated-color',
    summary: 'A product has each of its colours once.',
    remedy: 'Remove one of the two entries, or correct its colour.',
    example: { file: tee, valid: '"color": "grey-navy"', broken: '"color": "navy"' },
  },
  ['colors.*.color'],
  'colors',
);

const repeatedSize = notRepeated(
  {
    id: 'product/repeated-size',
    summary: 'A product has each of its sizes once.',
    remedy: 'Remove one of the two, or correct it.',
    example: { file: tee, valid: '"2XL"\n', broken: '"M"\n' },
  },
  ['sizes.*'],
  'sizes',
);

const repeatedEntry = notRepeated(
  {
    id: 'product/repeated-entry',
    summary:
      'A list of a product has no entry twice: markets, former SKUs, keywords, inspirations, fabrics, materials, decorations, size recommendations, pictures, pictures of a colour.',
    remedy: 'Remove one of the two, or correct it.',
    example: { file: tee, valid: '"US"\n', broken: '"CA"\n' },
  },
  [
    ...['markets.*', 'formerSkus.*', 'inspiration.*', 'fabrics.*', 'materials.*', 'keywords.*.*'],
    ...['customization.decorations.*', 'sizeRecommendations.*.size'],
    ...['images.*.file', 'colors.*.images.*'],
  ],
);

const recommendedSize: ContentRule = {
  id: 'product/recommended-size',
  severity: 'error',
  summary: 'Size recommendations name sizes that the product has.',
  remedy: 'Correct the size, or add it to the sizes of the product.',
  example: { file: tee, valid: '"size": "M"', broken: '"size": "OSFA"' },
  check: checkEachProduct(function* (product, content, file) {
    if (mayBeIncomplete(content, file, 'sizes')) return;
    const sizes = new Set(product.sizes);
    for (const [path, size] of idsAt(product, ['sizeRecommendations', '*', 'size'])) {
      if (sizes.has(size)) continue;
      const message = `"${size}" is not among the sizes of this product`;
      const about = { explainedBy: [idOfProduct(file, 'sizes', size), idOfProduct(file, 'sizes')] };
      yield { path, message, about, ...hintsFor(size, sizes, suggestSize) };
    }
  }),
};

const recommendationsSum: ContentRule = {
  id: 'product/recommendations-sum',
  severity: 'error',
  summary: 'The size recommendations of a product add up to 100 per cent.',
  remedy: 'Correct the percentages.',
  example: { file: tee, valid: '50.5', broken: '40.7' },
  check: checkEachProduct(function* ({ sizeRecommendations: shares = [] }, content, file) {
    if (shares.length === 0 || mayBeIncomplete(content, file, 'sizeRecommendations')) return;
    // Rounded, because sums of fractions such as 33.3 are not exact.
    const sum = Number(shares.reduce((total, each) => total + each.percentage, 0).toFixed(6));
    if (sum === 100) return;
    const message = `the percentages add up to ${sum}, not to 100`;
    yield { path: ['sizeRecommendations'], atName: true, message };
  }),
};

/** Reports the first size that follows a larger one. */
const sizeOrder: ContentRule = {
  id: 'product/size-order',
  severity: 'warning',
  summary: 'A product has its sizes in the order of sizes.json, in which shops show them.',
  remedy: 'Put the sizes in the order that the message gives.',
  example: { file: tee, valid: '"S",\n    "M"', broken: '"M",\n    "S"' },
  check: checkEachProduct(function* ({ sizes = [] }, { ids }) {
    const all = [...(ids.sizes ?? [])];
    const ranks = [...new Set(sizes)].map((size) => all.indexOf(size)).filter((rank) => rank >= 0);
    const wrong = ranks.find((rank, index) => rank < (ranks[index - 1] ?? 0));
    if (wrong === undefined) return;
    const inOrder = ranks.sort((a, b) => a - b).map((rank) => all[rank]);
    const message = `"${all[wrong]}" is out of order; sizes.json has ${inOrder.join(', ')}`;
    yield { path: ['sizes', sizes.indexOf(all[wrong] ?? '')], message };
  }),
};

const sizeChartRow: ContentRule = {
  id: 'product/size-chart-row',
  severity: 'warning',
  summary: 'The size chart of a product has a row for each size of the product.',
  remedy: 'Correct `sizeChart`, or add the rows to size-charts.json.',
  example: { file: idSources.sizeCharts.file, valid: '"2XL"', broken: '"OSFA"' },
  check: checkEachProduct(function* ({ sizes = [], sizeChart: id = '' }, content) {
    const chart = Object.hasOwn(content.sizeCharts, id) ? content.sizeCharts[id] : undefined;
    const known = content.ids.sizes;
    if (chart === undefined || known === undefined) return;
    // The row may be one that could not be read, or of which the size is misspelt.
    if (mayBeIncomplete(content, idSources.sizeCharts.file, 'charts')) return;
    if (!Object.keys(chart.rows).every((size) => known.has(size))) return;
    const own = sizes.filter((size) => known.has(size));
    const missing = own.filter((size) => !Object.hasOwn(chart.rows, size));
    if (missing.length === 0) return;
    const remedy =
      missing.length === own.length
        ? 'is it the right chart?'
        : 'add it, or refer to the right chart';
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
