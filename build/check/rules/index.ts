/** Lists the content rules: those that check one product, those that check the whole catalogue, and all rules. */
import { type Found, foundBy, type Rule } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { csvRules } from '../../content/rules/csv-rules.ts';
import { fileRules } from '../../content/rules/file-rules.ts';
import { jsonRules } from '../../content/rules/json-rules.ts';
import { shapeRules } from '../../content/rules/shape-rules.ts';
import { textRules } from '../../content/rules/text-rules.ts';
import { assetRules } from './asset-rules.ts';
import { dateRules, implausibleCount } from './date-rules.ts';
import { fileListRules } from './file-list-rules.ts';
import { missingPriceRules } from './missing-prices.ts';
import { priceNetAboveMsrp } from './net-above-msrp.ts';
import { withIndexInFile } from './omitted-members.ts';
import { sameColorImage, sameImage } from './picture-rules.ts';
import { bracketRules } from './price-rules.ts';
import { ownProductRules } from './product-rules.ts';
import { rowRules, syncRepeated } from './row-rules.ts';
import type { ContentRule } from './rule.ts';
import { sharedRules } from './shared-rules.ts';
import { shippingRules } from './shipping-rules.ts';
import { fileName, reservedSku, sameSku } from './sku-rules.ts';
import { stockRules } from './stock-rules.ts';
import { successionRules } from './succession-rules.ts';
import { productTranslationRules, sharedTranslationRules } from './translation-rules.ts';
import { unknownCellRules, unknownRowRules } from './unknown-cells.ts';
import { unknownIdRules, unknownSharedIdRules } from './unknown-ids.ts';
import { unusedEntry } from './unused-entries.ts';
import { repeatedIdRules, variantRules } from './variant-rules.ts';

/** Rules that check one product and its table rows, sorted by id; in any thread, because they use no other product. */
export const productRules = inOrder<ContentRule>([
  ...bracketRules,
  ...dateRules,
  ...missingPriceRules,
  priceNetAboveMsrp,
  ...ownProductRules,
  reservedSku,
  ...unknownCellRules,
  ...unknownIdRules,
  ...rowRules,
  sameColorImage,
  ...shippingRules,
  ...stockRules,
  ...productTranslationRules,
  ...variantRules,
]);

/** Rules that check the whole catalogue, on the outlines of products: the few members that these rules need. */
export const catalogueRules = inOrder<ContentRule>([
  ...assetRules,
  ...unknownSharedIdRules,
  fileName,
  ...fileListRules,
  implausibleCount,
  ...repeatedIdRules,
  sameImage,
  sameSku,
  ...sharedRules,
  ...sharedTranslationRules,
  ...successionRules,
  syncRepeated,
  ...unknownRowRules,
  unusedEntry,
]);

/** Every rule, sorted by id, including the rules that are applied while files are parsed. */
export const allRules: readonly Rule[] = inOrder<Rule>([
  ...[...csvRules, ...fileRules, ...jsonRules, ...shapeRules, ...textRules],
  ...[...catalogueRules, ...productRules],
]).filter(({ id }, index, rules) => id !== rules[index - 1]?.id);

/**
 * Applies the rules to the content and returns the faults that they find, with list indexes as in the file. Of the
 * faults that a rule finds in one table cell, for example in several periods of a price, returns only the first.
 */
export function applyRules(content: PartialContent, rules: readonly ContentRule[]): Found[] {
  return rules.flatMap((rule) => {
    const cells = new Set<string>();
    return [...rule.check(content)].flatMap((fault) => {
      const cell = `${fault.file}:${fault.line}:${fault.column}`;
      if (fault.column !== undefined && cells.has(cell)) return [];
      cells.add(cell);
      return [foundBy(rule, withIndexInFile(content, fault))];
    });
  });
}

function inOrder<Kind extends Rule>(rules: readonly Kind[]): readonly Kind[] {
  return [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
}
