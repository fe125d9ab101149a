/** Rules about the former SKUs of a product and about its replacement (decision 65). */
import { dayBefore } from '../../content/dates.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { memoize } from './memoize.ts';
import type { ContentRule } from './rule.ts';
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
  summary: 'A product that is replaced stays in the catalogue until its replacement is available.',
  remedy:
    'Remove `draft` from the replacement, correct its `availableFrom`, or move `availableUntil` of this product.',
  *check(content) {
    const products = new Map(content.products.map(({ sku, product }) => [sku, product]));
    for (const { file, product } of content.products) {
      const { replacedBy: successor = '', availableUntil: until } = product;
      const other = products.get(successor);
      if (other === undefined || until === undefined) continue;
      const { draft, availableFrom: from } = other;
      // A product may name a draft until its last day, so that partners can plan (decision 65).
      const isLate = draft ? until < content.day : from !== undefined && dayBefore(from) > until;
      if (!isLate) continue;
      const message = draft
        ? `"${successor}" is a draft, and this product ended on ${until}`
        : `"${successor}" is available from ${from}, and this product only until ${until}`;
      yield { file, path: ['replacedBy'], message };
    }
  },
};

/**
 * Rules about former SKUs of products and about products that replace others. They check the whole catalogue.
 */
export const successionRules: readonly ContentRule[] = [formerSku, replacedBy, lateReplacement];
