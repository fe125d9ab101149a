/** Check: every content rule. A rule is one file of this folder and one line of this list. */
import { assertNoFindings } from '../findings.ts';
import type { Content } from '../load/content.ts';
import { completePrices } from './complete-prices.ts';
import { completeText } from './complete-text.ts';
import { knownReferences } from './known-references.ts';
import { knownSharedReferences } from './known-shared-references.ts';
import { knownTableRows } from './known-table-rows.ts';
import { namedOnce } from './named-once.ts';
import { oneProductASku } from './one-product-a-sku.ts';
import type { Rule } from './rule.ts';
import { someProduct } from './some-product.ts';
import { soundBrackets } from './sound-brackets.ts';

export const rules: readonly Rule[] = [
  knownReferences,
  knownSharedReferences,
  someProduct,
  oneProductASku,
  namedOnce,
  completeText,
  completePrices,
  soundBrackets,
  knownTableRows,
];

/** Throws `ContentError` with everything that any rule finds. */
export function checkContent(content: Content): void {
  assertNoFindings(rules.flatMap((rule) => rule(content)));
}
