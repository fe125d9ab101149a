/** A content rule looks at the whole loaded content and tells what is wrong; it never prints. */

import type { Finding } from '../findings.ts';
import type { Content, ProductFile } from '../load/content.ts';

export type Rule = (content: Content) => readonly Finding[];

/** Makes a rule that looks at one product at a time; findings get the product's file. */
export function productRule(
  check: (product: ProductFile['product'], content: Content) => Iterable<Omit<Finding, 'file'>>,
): Rule {
  return (content) =>
    content.products.flatMap(({ file, product }) =>
      Array.from(check(product, content), (finding) => ({ file, ...finding })),
    );
}
