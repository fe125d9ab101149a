import type { ProductDraft } from '../../../content/draft.ts';
import type { JsonPath } from '../../../content/findings/finding.ts';
import { type ContentRule, eachProduct } from '../rule.ts';
import { repeatedAt } from './repeated-name.ts';

export const repeatedEntry: ContentRule = {
  id: 'product/repeated-entry',
  severity: 'error',
  summary:
    'A list of a product names nothing twice: markets, keywords, inspirations, fabrics, materials, decorations, size recommendations.',
  remedy: 'Remove one of the two, or correct it.',
  check: eachProduct(function* (product) {
    for (const { path, names } of listsOf(product)) {
      for (const index of repeatedAt(names)) {
        const message = `"${names[index]}" stands in this list already`;
        yield { path: [...path, index], message };
      }
    }
  }),
};

/** The lists that have no rule of their own, each by what makes its entries different. */
function* listsOf(
  product: ProductDraft['product'],
): Generator<{ readonly path: JsonPath; readonly names: readonly string[] }> {
  for (const member of ['markets', 'inspiration', 'fabrics', 'materials'] as const) {
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
}
