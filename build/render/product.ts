/** The members that summary and detail share, each rendered once (spec, "Product summary"). */
import type { ProductSummary } from '../../contract/schemas/product.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { entryOf, type RenderContext } from './context.ts';
import { productImages } from './images.ts';

type Part<Name extends keyof ProductSummary> = Pick<ProductSummary, Name>;

/** Names and texts: what a product is called and how it is described. */
export function renderTexts(
  product: ProductContent,
  { content, localizer }: RenderContext,
): Part<'productName' | 'descriptions' | 'keywords' | 'tag'> {
  const { tagline, short, long } = product.descriptions;
  return {
    productName: localizer.text(product.name),
    descriptions: {
      ...(tagline && { tagline: localizer.text(tagline) }),
      ...(short && { short: localizer.text(short) }),
      ...(long && { long: localizer.text(long) }),
    },
    ...(product.keywords && { keywords: [...localizer.list(product.keywords)] }),
    ...(product.tag && { tag: localizer.text(entryOf(content.tags, product.tag).label) }),
  };
}

/** Where a product stands, how few may be ordered, and its pictures. */
export function renderPlace(
  product: ProductContent,
  context: RenderContext,
): Part<'catalog' | 'minimumOrder' | 'studio' | 'images'> {
  const { content, localizer } = context;
  const { facets, categories, catalogue } = content;
  const textsOf = (ids: readonly string[], table: typeof facets.fabrics) =>
    ids.map((id) => localizer.text(entryOf(table, id)));
  const { quantity, description = catalogue.texts.minimumOrder } = product.minimumOrder;
  return {
    catalog: {
      inspiration: textsOf(product.inspiration, facets.inspiration),
      category: localizer.text(entryOf(categories, product.category).name),
      for: localizer.text(entryOf(facets.for, product.for)),
      ...(product.fabrics && { fabrics: textsOf(product.fabrics, facets.fabrics) }),
    },
    minimumOrder: { quantity, description: localizer.count(description, quantity) },
    studio: { available: product.studio },
    images: productImages(product, context),
  };
}

/** Whether it takes color blocks, and the line that says so. */
export function renderColorBlocks(
  product: ProductContent,
  { localizer }: RenderContext,
): ProductSummary['customization'] {
  const { colorBlocks, colorBlocksTagline } = product.customization;
  return {
    colorBlocks,
    ...(colorBlocksTagline && { colorBlocksTagline: localizer.text(colorBlocksTagline) }),
  };
}

/** Public prices: MSRP and design credits. Net prices never pass through here. */
export function renderPublicPricing(
  product: ProductContent,
  { content, localizer, prices, currency }: RenderContext,
): ProductSummary['pricing'] {
  const { designCredits: included } = product;
  const { designCredits } = content.catalogue.texts;
  return {
    currency,
    msrp: prices.tiers(msrpList, product.sku, currency),
    ...(included !== undefined && {
      designCredits: {
        included,
        description: localizer.count(designCredits, included),
      },
    }),
  };
}
