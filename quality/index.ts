/** Every quality check, in the order of the ids. A check is one file below this folder and one line here. */
import type { QualityCheck } from './check.ts';
import { colorFamily } from './color/family.ts';
import { colorPms } from './color/pms.ts';
import { decorations } from './decoration/offered.ts';
import { fabricFacets } from './facet/fabrics.ts';
import { inspiration } from './facet/inspiration.ts';
import { materialCodes } from './material/codes.ts';
import { fabric } from './material/fabric.ts';
import { backPictures } from './picture/back.ts';
import { colorPictures } from './picture/colors.ts';
import { productPicture } from './picture/product.ts';
import { sizeChart } from './size/chart.ts';
import { sizeRecommendations } from './size/recommendations.ts';
import { stockPieces } from './stock/pieces.ts';
import { stockRows } from './stock/rows.ts';
import { keywords } from './text/keywords.ts';
import { longDescription } from './text/long.ts';
import { nameLength } from './text/name-length.ts';
import { shortDescription } from './text/short.ts';
import { tagline } from './text/tagline.ts';
import { translated } from './text/translated.ts';

export const qualityChecks: readonly QualityCheck[] = [
  colorFamily,
  colorPms,
  decorations,
  fabricFacets,
  inspiration,
  materialCodes,
  fabric,
  backPictures,
  colorPictures,
  productPicture,
  sizeChart,
  sizeRecommendations,
  stockPieces,
  stockRows,
  keywords,
  longDescription,
  nameLength,
  shortDescription,
  tagline,
  translated,
];
