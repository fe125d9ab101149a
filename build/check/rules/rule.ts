/** A rule about content that was read: it returns faults and never prints. */

import type { Fault, Rule } from '../../content/findings/finding.ts';
import type { PartialContent, PartialProduct } from '../../content/partial-content.ts';

/** A product as far as it could be read. */
export type Product = PartialProduct['product'];

/** A rule about the content as a whole; it checks what could be read and ignores the rest. */
export interface ContentRule extends Rule {
  check(content: PartialContent): Iterable<Fault>;
}

/** Returns the `check` of a rule that checks one product at a time; faults get the product's file. */
export function eachProduct(
  check: (product: Product, content: PartialContent, file: string) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const { file, product } of content.products) {
      for (const fault of check(product, content, file)) yield { file, ...fault };
    }
  };
}
