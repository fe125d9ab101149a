/**
 * What is known of a product without its texts, rows and file at hand: what other products, the list
 * and the sync listing need of it, and the rules that look at the catalogue as a whole.
 */
import { type Coverage, measureCoverage } from '../localize/coverage.ts';
import { productTexts } from '../localize/localized-texts.ts';
import type { ProductContent } from '../schemas/product.ts';
import type { Content, ProductFile } from './content.ts';
import type { SourceUnit } from './open-source.ts';

/** A product without what only its own documents show. */
export interface OutlinedProduct
  extends Pick<
    ProductContent,
    | 'sku'
    | 'name'
    | 'tag'
    | 'brand'
    | 'category'
    | 'for'
    | 'inspiration'
    | 'fabrics'
    | 'materials'
    | 'markets'
    | 'drawing'
    | 'images'
    | 'colors'
    | 'sizes'
    | 'sizeChart'
  > {
  readonly customization: Pick<ProductContent['customization'], 'colorBlocks' | 'decorations'>;
}

export interface Outline {
  readonly product: OutlinedProduct;
  /** Where the product's texts come from, in the locales that show it. */
  readonly texts: Coverage;
}

/** A unit that was read and checked, by this build or an earlier one. */
export interface OutlinedUnit extends SourceUnit {
  readonly outline: Outline;
  /** Whether no rule had anything to tell of it. */
  readonly isClean: boolean;
}

/** The outline of a product that was read as a whole. */
export function outlineOf(
  { file, product }: ProductFile,
  { fallbackLanguage }: Partial<Content['catalogue']>,
): Outline {
  const { colorBlocks, decorations } = product.customization;
  const {
    descriptions: _descriptions,
    keywords: _keywords,
    note: _note,
    minimumOrder: _minimumOrder,
    insufficientInventoryMessage: _message,
    sizeRecommendations: _recommendations,
    fabric: _fabric,
    ...rest
  } = product;
  return {
    product: { ...rest, customization: { colorBlocks, decorations } },
    texts: measureCoverage([productTexts({ file, product })], fallbackLanguage),
  };
}
