/** The type of content rules. A rule returns faults and prints nothing. */
import type { Fault, Rule } from '../../content/findings/finding.ts';
import type { PartialContent, PartialProduct } from '../../content/partial-content.ts';

/** The content of a product file without its faulty members. */
export type Product = PartialProduct['product'];

/**
 * A rule that checks content after it was read. Values that could not be read are absent from the content, and the rule
 * must not report them as missing: `PartialProduct.whole` and `PartialTable.faulty` show where values may be absent.
 */
export interface ContentRule extends Rule {
  /** Yields the faults that the rule finds in the content. Only the first one at a table cell is reported. */
  check(content: PartialContent): Iterable<Fault>;
}

/** Returns the `check` method of a rule that yields the faults of each product file by itself. */
export function checkEachProduct(
  check: (product: Product, content: PartialContent, file: string) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const { file, product } of content.products) {
      for (const fault of check(product, content, file)) yield { file, ...fault };
    }
  };
}
