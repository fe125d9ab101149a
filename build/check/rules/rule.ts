/** What a rule about read content is: it returns faults and never prints. */
import type { Draft, ProductDraft } from '../../content/draft.ts';
import type { Fault } from '../../content/findings/finding.ts';
import type { Rule } from '../../content/findings/rule.ts';

/** A rule about the content as a whole; it checks what could be read and ignores the rest. */
export interface ContentRule extends Rule {
  check(draft: Draft): Iterable<Fault>;
}

/** Makes the `check` of a rule that looks at one product at a time; faults get the product's file. */
export function eachProduct(
  check: (product: ProductDraft['product'], draft: Draft) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (draft) {
    for (const { file, product } of draft.products) {
      for (const fault of check(product, draft)) yield { file, ...fault };
    }
  };
}
