/** The French texts of every content rule. Their English is the rules' own. */
import { fileRules } from './file-rules.ts';
import type { FrenchRules } from './french-rule.ts';
import { priceRules } from './price-rules.ts';
import { productRules } from './product-rules.ts';
import { stockRules } from './stock-rules.ts';

export const frenchRules: FrenchRules = {
  ...fileRules,
  ...priceRules,
  ...productRules,
  ...stockRules,
};
