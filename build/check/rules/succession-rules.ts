/** Rules about the former SKUs of a product and about its replacement. */
import { type Day, dayAfter } from '../../content/dates.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { memoize } from './memoize.ts';
import type { ContentRule, Product } from './rule.ts';
import { suggestSku } from './suggest-sku.ts';

/** Returns lower-case SKU → path of the product's file within the content folder. */
const filesBySlug = memoize(
  ({ products }: PartialContent): ReadonlyMap<string, string> =>
    new Map(products.map(({ sku, file }) => [sku.toLowerCase(), file])),
);

const formerSku: ContentRule = {
  id: 'product/former-sku',
  severity: 'error',
  summary: 'A former SKU is not the SKU of a product, and belongs to only one product.',
  remedy: 'Remove it from `formerSkus`, or give the other product its own SKU.',
  *check(content) {
    const owners = new Map(filesBySlug(content));
    for (const { file, product } of content.products) {
      for (const [index, sku] of (product.formerSkus ?? []).entries()) {
        const slug = sku.toLowerCase();
        const other = owners.get(slug);
        const isItself = sku === product.sku;
        // `product/repeated-entry` reports a SKU that one product lists twice.
        if (other === undefined || (other === file && !isItself)) owners.set(slug, file);
        else {
          const whose = isItself ? 'this product itself' : other;
          yield { file, path: ['formerSkus', index], message: `"${sku}" is a SKU of ${whose}` };
        }
      }
    }
  },
};

const replacedBy: ContentRule = {
  id: 'product/replaced-by',
  severity: 'error',
  summary: 'The product that replaces another one is in the content.',
  remedy: 'Correct the SKU, or remove `replacedBy`.',
  *check(content) {
    const files = filesBySlug(content);
    for (const { file, product } of content.products) {
      const { replacedBy: successor } = product;
      if (successor === undefined) continue;
      const found = files.get(successor.toLowerCase());
      if (found !== undefined && found !== file) continue;
      if (found === file) {
        yield { file, path: ['replacedBy'], message: `"${successor}" is this product itself` };
        continue;
      }
      const suggestion = suggestSku(successor, content);
      const message = `no product has the SKU "${successor}"`;
      yield { file, path: ['replacedBy'], message, ...(suggestion && { suggestion }) };
    }
  },
};

const lateReplacement: ContentRule = {
  id: 'product/late-replacement',
  severity: 'warning',
  summary:
    'A product that is replaced stays in the catalogue until its replacement is available, and ends before the replacement ends.',
  remedy:
    'Remove `draft` from the replacement, correct its `availableFrom` or `availableUntil`, or move `availableUntil` of this product.',
  *check(content) {
    const products = new Map(content.products.map(({ sku, product }) => [sku, product]));
    for (const { file, product } of content.products) {
      const { replacedBy: successor = '', availableUntil: until } = product;
      const other = products.get(successor);
      if (other === undefined || until === undefined) continue;
      const problem = explainMistimed(other, until, content.day);
      // `product/replaced-by` reports a product that replaces itself.
      if (problem === undefined || other === product) continue;
      yield { file, path: ['replacedBy'], message: `"${successor}" ${problem}` };
    }
  },
};

/**
 * Returns why a replacement is not available after `until`, the last day of the product that it replaces, as words that
 * follow the replacement’s SKU: `is available from 2027-05-01, and this product only until 2027-03-31`. Returns
 * undefined if it is available, or is a draft and `until` is not past.
 */
function explainMistimed(
  { draft, availableFrom: from, availableUntil: end }: Product,
  until: Day,
  today: Day,
): string | undefined {
  // A product may name a draft until its last day, so that partners can plan.
  if (draft) return until < today ? `is a draft, and this product ended on ${until}` : undefined;
  const next = dayAfter(until);
  if (from !== undefined && next !== undefined && from > next) {
    return `is available from ${from}, and this product only until ${until}`;
  }
  if (end === undefined || end > until) return undefined;
  return `is available only until ${end}, and this product until ${until}`;
}

/**
 * Reports products that replace each other in a circle, such as A by B and B by A: one fault per circle, at its product
 * that the check reaches first.
 */
const circularReplacement: ContentRule = {
  id: 'product/circular-replacement',
  severity: 'warning',
  summary: 'No product is replaced by one that it replaces, directly or through others.',
  remedy: 'Remove `replacedBy` from the product that stays.',
  *check({ products }) {
    const bySku = new Map(products.map((each) => [each.sku, each]));
    const seen = new Set<string>();
    for (const { sku } of products) {
      const path: string[] = [];
      let next: string | undefined = sku;
      while (next !== undefined && !seen.has(next)) {
        seen.add(next);
        path.push(next);
        next = bySku.get(next)?.product.replacedBy;
      }
      const first = next === undefined || !path.includes(next) ? undefined : bySku.get(next);
      // `product/replaced-by` reports a product that replaces itself.
      if (first === undefined || first.sku === first.product.replacedBy) continue;
      const circle = [...path.slice(path.indexOf(first.sku)), first.sku].join(', ');
      const message = `the replacements lead back to this product: ${circle}; remove "replacedBy" from the one that stays`;
      yield { file: first.file, path: ['replacedBy'], message };
    }
  },
};

/**
 * Rules about former SKUs of products and about products that replace others. They check the whole catalogue.
 */
export const successionRules: readonly ContentRule[] = [
  circularReplacement,
  formerSku,
  replacedBy,
  lateReplacement,
];
