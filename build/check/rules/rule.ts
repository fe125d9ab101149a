/** A rule about content that was read: it returns faults and never prints. */
import type { Draft, ProductDraft } from '../../content/draft.ts';
import type { Fault, Rule } from '../../content/findings/finding.ts';

/** A product as far as it could be read. */
export type Product = ProductDraft['product'];

/** A rule about the content as a whole; it checks what could be read and ignores the rest. */
export interface ContentRule extends Rule {
  check(draft: Draft): Iterable<Fault>;
}

/** Returns the `check` of a rule that looks at one product at a time; faults get the product's file. */
export function eachProduct(
  check: (product: Product, draft: Draft, file: string) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (draft) {
    for (const { file, product } of draft.products) {
      for (const fault of check(product, draft, file)) yield { file, ...fault };
    }
  };
}
