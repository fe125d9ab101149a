/** Check: every content rule. A rule is one file below this folder and one line of a list. */

import type { Draft } from '../../content/draft.ts';
import type { Found } from '../../content/findings/finding.ts';
import { foundBy, type Rule } from '../../content/findings/rule.ts';
import { cells } from '../../content/rules/csv/cells.ts';
import { columns } from '../../content/rules/csv/columns.ts';
import { decimalComma } from '../../content/rules/csv/decimal-comma.ts';
import { quotes } from '../../content/rules/csv/quotes.ts';
import { separator } from '../../content/rules/csv/separator.ts';
import { wrongCell } from '../../content/rules/csv/wrong-cell.ts';
import { emptyFile } from '../../content/rules/file/empty.ts';
import { encoding } from '../../content/rules/file/encoding.ts';
import { symbolicLink } from '../../content/rules/file/symbolic-link.ts';
import { unreadableFile } from '../../content/rules/file/unreadable.ts';
import { duplicateName } from '../../content/rules/json/duplicate-name.ts';
import { jsonSyntax } from '../../content/rules/json/syntax.ts';
import { shapeRules } from '../../content/rules/shape/index.ts';
import { textRules } from '../../content/rules/text/index.ts';
import { noProduct } from './catalogue/no-product.ts';
import { unexpectedFile } from './catalogue/unexpected-file.ts';
import { unknownBaseTier } from './catalogue/unknown-base-tier.ts';
import { shortNotice } from './deprecation/short-notice.ts';
import { asWritten } from './left-out.ts';
import { priceBracketOrder } from './price/bracket-order.ts';
import { priceFirstBracket } from './price/first-bracket.ts';
import { priceMissing } from './price/missing.ts';
import { priceMissingNet } from './price/missing-net.ts';
import { priceNetAboveMsrp } from './price/net-above-msrp.ts';
import { priceNotAMarkdown } from './price/not-a-markdown.ts';
import { priceRising } from './price/rising.ts';
import { priceUnknownProduct } from './price/unknown-product.ts';
import { priceUnsoldCurrency } from './price/unsold-currency.ts';
import { fileName } from './product/file-name.ts';
import { recommendationsSum } from './product/recommendations-sum.ts';
import { recommendedSize } from './product/recommended-size.ts';
import { repeatedColor } from './product/repeated-color.ts';
import { repeatedEntry } from './product/repeated-entry.ts';
import { repeatedSize } from './product/repeated-size.ts';
import { reservedSku } from './product/reserved-sku.ts';
import { sameImage } from './product/same-image.ts';
import { sameSku } from './product/same-sku.ts';
import { sizeOrder } from './product/size-order.ts';
import { unknownAsset } from './product/unknown-asset.ts';
import { unknownBrand } from './product/unknown-brand.ts';
import { unknownCategory } from './product/unknown-category.ts';
import { unknownColor } from './product/unknown-color.ts';
import { unknownDecoration } from './product/unknown-decoration.ts';
import { unknownDrawing } from './product/unknown-drawing.ts';
import { unknownFabric } from './product/unknown-fabric.ts';
import { unknownFor } from './product/unknown-for.ts';
import { unknownInspiration } from './product/unknown-inspiration.ts';
import { unknownMaterial } from './product/unknown-material.ts';
import { unknownSize } from './product/unknown-size.ts';
import { unknownSizeChart } from './product/unknown-size-chart.ts';
import { unknownTag } from './product/unknown-tag.ts';
import type { ContentRule } from './rule.ts';
import { sameBrandName } from './shared/same-brand-name.ts';
import { sizeChartRow } from './shared/size-chart-row.ts';
import { unknownFamily } from './shared/unknown-family.ts';
import { unknownIcon } from './shared/unknown-icon.ts';
import { unusedEntry } from './shared/unused-entry.ts';
import { stockMadeToOrder } from './stock/made-to-order.ts';
import { stockRepeated } from './stock/repeated.ts';
import { stockUnknownColor } from './stock/unknown-color.ts';
import { stockUnknownProduct } from './stock/unknown-product.ts';
import { stockUnknownSize } from './stock/unknown-size.ts';
import { surchargeMissingList } from './surcharge/missing-list.ts';
import { surchargeRepeated } from './surcharge/repeated.ts';
import { surchargeUnknownList } from './surcharge/unknown-list.ts';
import { surchargeUnknownProduct } from './surcharge/unknown-product.ts';
import { surchargeUnknownSize } from './surcharge/unknown-size.ts';
import { surchargeUnsoldCurrency } from './surcharge/unsold-currency.ts';
import { syncRepeated } from './sync/repeated.ts';
import { syncUnknownCompany } from './sync/unknown-company.ts';
import { syncUnknownProduct } from './sync/unknown-product.ts';
import { fellBack } from './translation/fell-back.ts';
import { missingTranslation } from './translation/missing.ts';

/**
 * Rules that look at one product with its rows at a time, beside what all products share: what they
 * tell of some products is the same whichever others there are.
 */
export const productRules: readonly ContentRule[] = [
  priceBracketOrder,
  priceFirstBracket,
  priceMissing,
  priceMissingNet,
  priceNetAboveMsrp,
  priceNotAMarkdown,
  priceRising,
  priceUnsoldCurrency,
  recommendationsSum,
  recommendedSize,
  repeatedColor,
  repeatedEntry,
  repeatedSize,
  reservedSku,
  sizeOrder,
  unknownBrand,
  unknownCategory,
  unknownColor,
  unknownDecoration,
  unknownDrawing,
  unknownFabric,
  unknownFor,
  unknownInspiration,
  unknownMaterial,
  unknownSize,
  unknownSizeChart,
  unknownTag,
  stockMadeToOrder,
  stockRepeated,
  stockUnknownColor,
  stockUnknownSize,
  surchargeMissingList,
  surchargeRepeated,
  surchargeUnknownList,
  surchargeUnknownSize,
  surchargeUnsoldCurrency,
  fellBack,
  missingTranslation,
];

/** Rules that look at the catalogue as a whole; of products they need no more than outlines. */
export const catalogueRules: readonly ContentRule[] = [
  noProduct,
  unexpectedFile,
  unknownBaseTier,
  shortNotice,
  priceUnknownProduct,
  fileName,
  sameImage,
  sameSku,
  unknownAsset,
  sameBrandName,
  sizeChartRow,
  unknownFamily,
  unknownIcon,
  unusedEntry,
  stockUnknownProduct,
  surchargeUnknownProduct,
  syncRepeated,
  syncUnknownCompany,
  syncUnknownProduct,
];

/** Rules about the content, be it of one product or of all. */
export const contentRules: readonly ContentRule[] = [...catalogueRules, ...productRules];

/** Rules about single files, which the load step holds against what it reads. */
const loadRules: readonly Rule[] = [
  emptyFile,
  encoding,
  symbolicLink,
  unreadableFile,
  duplicateName,
  jsonSyntax,
  cells,
  columns,
  decimalComma,
  quotes,
  separator,
  wrongCell,
];

/** Every rule, whoever holds it against what, in the order of the ids. */
export const allRules: readonly Rule[] = [
  ...loadRules,
  ...shapeRules,
  ...textRules,
  ...contentRules,
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** What rules have to tell of a draft. */
export function checkDraft(draft: Draft, rules: readonly ContentRule[] = contentRules): Found[] {
  return rules.flatMap((rule) =>
    Array.from(rule.check(draft), (fault) => foundBy(rule, asWritten(draft, fault))),
  );
}
