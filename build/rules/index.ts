/** Check: every content rule. A rule is one file below this folder and one line of a list. */
import type { Found } from '../findings/finding.ts';
import type { Draft } from '../load/draft.ts';
import { noProduct } from './catalogue/no-product.ts';
import { unexpectedFile } from './catalogue/unexpected-file.ts';
import { unknownBaseTier } from './catalogue/unknown-base-tier.ts';
import { asWritten } from './left-out.ts';
import { fileName } from './product/file-name.ts';
import { recommendationsSum } from './product/recommendations-sum.ts';
import { recommendedSize } from './product/recommended-size.ts';
import { repeatedColor } from './product/repeated-color.ts';
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
import { type ContentRule, foundBy } from './rule.ts';
import { sameBrandName } from './shared/same-brand-name.ts';
import { sizeChartRow } from './shared/size-chart-row.ts';
import { unknownFamily } from './shared/unknown-family.ts';
import { unknownIcon } from './shared/unknown-icon.ts';
import { unusedEntry } from './shared/unused-entry.ts';
import { fellBack } from './translation/fell-back.ts';
import { missingTranslation } from './translation/missing.ts';

/** Rules about the content as a whole, in the order of their ids. */
export const contentRules: readonly ContentRule[] = [
  noProduct,
  unexpectedFile,
  unknownBaseTier,
  fileName,
  recommendationsSum,
  recommendedSize,
  repeatedColor,
  repeatedSize,
  reservedSku,
  sameImage,
  sameSku,
  sizeOrder,
  unknownAsset,
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
  sameBrandName,
  sizeChartRow,
  unknownFamily,
  unknownIcon,
  unusedEntry,
  fellBack,
  missingTranslation,
];

/** What every rule has to tell of a draft. */
export function checkDraft(draft: Draft): Found[] {
  return contentRules.flatMap((rule) =>
    Array.from(rule.check(draft), (fault) => foundBy(rule, asWritten(draft, fault))),
  );
}
