/** The type of content rules, and functions that create them. A rule returns faults and prints nothing. */

import type { Fault, Rule } from '../../content/findings/finding.ts';
import type { PartialContent, PartialProduct } from '../../content/partial-content.ts';

/** The content of a product file without its faulty members. */
export type Product = PartialProduct['product'];

/**
 * A rule that checks content after it was read. Values that could not be read are absent from the content, and the rule
 * must not report them as missing: `PartialProduct.whole` and `PartialTable.faulty` show where values may be absent.
 */
export interface ContentRule extends Rule {
  /** Yields the faults that the rule finds in the content. */
  check(content: PartialContent): Iterable<Fault>;
}

/**
 * Returns the `check` method of a rule. It calls the given function for each product, and adds the path of the
 * product's file to the faults that this function yields.
 */
export function checkEachProduct(
  check: (product: Product, content: PartialContent, file: string) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const { file, product } of content.products) {
      for (const fault of check(product, content, file)) yield { file, ...fault };
    }
  };
}

/**
 * Returns `rule` limited to one fault for each table cell, the first. A price row with dates may otherwise have the
 * same fault in several periods.
 */
export function oncePerCell(rule: ContentRule): ContentRule {
  return {
    ...rule,
    *check(content) {
      const seen = new Set<string>();
      for (const fault of rule.check(content)) {
        const cell = cellOf(fault);
        if (!seen.has(cell)) yield fault;
        seen.add(cell);
      }
    },
  };
}

function cellOf({ file, line, column }: Fault): string {
  return `${file}:${line}:${column}`;
}
