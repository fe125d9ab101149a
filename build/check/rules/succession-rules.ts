/** Rules about the former SKUs of products and about products that replace others, in the whole catalogue. */
import { type Day, dayAfter } from '../../content/dates.ts';
import type { ContentRule, Product } from './rule.ts';
import { suggestSku } from './suggest-sku.ts';

/** Returns a change of an example: the product gets further members. */
function change(sku: string, members: string) {
  const valid = `"sku": "${sku}"`;
  return { file: `products/${sku}.json`, valid, broken: `${valid}, ${members}` };
}

const formerSku: ContentRule = {
  id: 'product/former-sku',
  severity: 'error',
  summary: 'A former SKU is not the SKU of a product, and belongs to only one product.',
  remedy: 'Remove it from `formerSkus`, or give the other product its own SKU.',
  example: change('BAG-5', '"formerSkus": ["TEE-1"]'),
  *check({ products }) {
    const owners = new Map(products.map(({ sku, file }) => [sku.toLowerCase(), file]));
    for (const { file, product } of products) {
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
  example: change('BAG-5', '"replacedBy": "BAG-9"'),
  *check(content) {
    const slugs = new Set(content.products.map(({ sku }) => sku.toLowerCase()));
    for (const { file, sku, product } of content.products) {
      const { replacedBy: successor } = product;
      const slug = successor?.toLowerCase();
      const path = ['replacedBy'];
      if (successor === undefined || slug === undefined) continue;
      if (slug === sku.toLowerCase()) {
        yield { file, path, message: `"${successor}" is this product itself` };
      } else if (!slugs.has(slug)) {
        const suggestion = suggestSku(successor, content);
        const message = `no product has the SKU "${successor}"`;
        yield { file, path, message, ...(suggestion && { suggestion }) };
      }
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
  example: [
    change('BAG-5', '"replacedBy": "TEE-1", "availableUntil": "2026-12-30"'),
    change('TEE-1', '"availableFrom": "2027-02-01"'),
  ],
  *check(content) {
    const products = new Map(content.products.map(({ sku, product }) => [sku, product]));
    for (const { file, product } of content.products) {
      const { replacedBy: successor = '', availableUntil: until } = product;
      const other = products.get(successor);
      // `product/replaced-by` reports a product that replaces itself.
      if (other === undefined || other === product || until === undefined) continue;
      const problem = explainMistimed(other, until, content.day);
      if (problem) yield { file, path: ['replacedBy'], message: `"${successor}" ${problem}` };
    }
  },
};

/** Explains why a product is not available after `until`, the last day of the product that it replaces, if it is not. */
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

/** Reports one fault per circle, such as A by B and B by A, at the product that the check reaches first. */
const circularReplacement: ContentRule = {
  id: 'product/circular-replacement',
  severity: 'warning',
  summary: 'No product is replaced by one that it replaces, directly or through others.',
  remedy: 'Remove `replacedBy` from the product that stays.',
  example: [change('BAG-5', '"replacedBy": "TEE-1"'), change('TEE-1', '"replacedBy": "BAG-5"')],
  *check({ products }) {
    const bySku = new Map(products.map((each) => [each.sku, each]));
    const seen = new Set<string>();
    for (const { sku } of products) {
      const path: string[] = [];
      let next = sku;
      while (!seen.has(next)) {
        seen.add(next);
        path.push(next);
        next = bySku.get(next)?.product.replacedBy ?? '';
      }
      const circle = path.includes(next) ? path.slice(path.indexOf(next)) : [];
      const first = bySku.get(next);
      // `product/replaced-by` reports a product that replaces itself.
      if (first === undefined || circle.length < 2) continue;
      const message = `the replacements lead back to this product: ${[...circle, next].join(', ')}; remove "replacedBy" from the one that stays`;
      yield { file: first.file, path: ['replacedBy'], message };
    }
  },
};

/** Rules about former SKUs of products and about products that replace others. */
export const successionRules: readonly ContentRule[] = [
  circularReplacement,
  formerSku,
  replacedBy,
  lateReplacement,
];
