/** The French texts of all content rules. The English texts are defined by the rules themselves. */
import { fileRules } from './file-rules.ts';
import type { FrenchRules } from './french-rule.ts';
import { priceRules } from './price-rules.ts';
import { productRules } from './product-rules.ts';
import { stockRules } from './stock-rules.ts';

/** The French texts of the content rules, by id of the rule. */
export const frenchRules: FrenchRules = {
  ...fileRules,
  ...priceRules,
  ...productRules,
  ...stockRules,
};
