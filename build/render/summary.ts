/**
 * Renders the entry of a product in the product list (specification, "Product summary"). `renderDetail` adds the other
 * members of the product's detail.
 */
import type { SummaryColor } from '../../contract/schemas/color.ts';
import type { ProductSummary, productKinds } from '../../contract/schemas/product.ts';
import type { ProductColor, ProductContent } from '../content/schemas/product.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { type CatalogueContext, entryOf, type ProductContext } from './context.ts';
import { colorImageUrls, productImages } from './images.ts';

/**
 * Returns the entry of a product in the product list, in the context's locale. Throws `MissingTextError` or
 * `MissingEntryError` if the product needs a text or an entry that the shared content lacks.
 */
export function renderSummary(product: ProductContent, context: ProductContext): ProductSummary {
  return {
    sku: product.sku,
    slug: product.sku.toLowerCase(),
    ...renderTexts(product, context),
    kind: kindOf(product),
    ...renderListing(product, context),
    brand: entryOf(context.content.brands, product.brand).name,
    customization: renderColorBlocks(product, context),
    pricing: renderPublicPricing(product, context),
    colors: product.colors.map((entry) => renderColor(product, entry, context)),
  };
}

type Part<Name extends keyof ProductSummary> = Pick<ProductSummary, Name>;

/** Returns the name, descriptions, keywords and tag of a product in the context's locale. */
function renderTexts(
  product: ProductContent,
  { content, localizer }: CatalogueContext,
): Part<'productName' | 'descriptions' | 'keywords' | 'tag' | 'tagId'> {
  const { tagline, short, long } = product.descriptions;
  return {
    productName: localizer.text(product.name),
    descriptions: {
      ...(tagline && { tagline: localizer.text(tagline) }),
      ...(short && { short: localizer.text(short) }),
      ...(long && { long: localizer.text(long) }),
    },
    ...(product.keywords && { keywords: [...localizer.list(product.keywords)] }),
    ...(product.tag && {
      tag: localizer.text(entryOf(content.tags, product.tag).label),
      tagId: product.tag,
    }),
  };
}

/** Returns the kind of a product (specification, "What the service does"). */
function kindOf({ madeToOrder, customization }: ProductContent): (typeof productKinds)[number] {
  const { colorBlocks } = customization;
  if (madeToOrder) return colorBlocks ? 'made-to-order-color-block' : 'made-to-order';
  return colorBlocks ? 'color-block' : 'standard';
}

/**
 * Returns the members of a list entry with the category and the other facets by which shops filter, the minimum order,
 * whether the website may link to its design studio, and the pictures.
 */
function renderListing(
  product: ProductContent,
  context: CatalogueContext,
): Part<'catalog' | 'minimumOrder' | 'studio' | 'images'> {
  const { content, localizer } = context;
  const { facets, categories, catalogue } = content;
  const textsOf = (ids: readonly string[], table: typeof facets.fabrics) =>
    ids.map((id) => localizer.text(entryOf(table, id)));
  const { quantity, description = catalogue.texts.minimumOrder } = product.minimumOrder;
  return {
    catalog: {
      inspiration: textsOf(product.inspiration, facets.inspiration),
      inspirationIds: product.inspiration,
      category: localizer.text(entryOf(categories, product.category).name),
      categoryId: product.category,
      for: localizer.text(entryOf(facets.for, product.for)),
      forId: product.for,
      ...(product.fabrics && {
        fabrics: textsOf(product.fabrics, facets.fabrics),
        fabricIds: product.fabrics,
      }),
    },
    minimumOrder: { quantity, description: localizer.count(description, quantity) },
    studio: { available: product.studio },
    images: productImages(product, context),
  };
}

/**
 * Returns whether buyers can choose the colours of the product's panels, and the tagline about that choice if
 * there is one.
 */
function renderColorBlocks(
  product: ProductContent,
  { localizer }: CatalogueContext,
): ProductSummary['customization'] {
  const { colorBlocks, colorBlocksTagline } = product.customization;
  return {
    colorBlocks,
    ...(colorBlocksTagline && { colorBlocksTagline: localizer.text(colorBlocksTagline) }),
  };
}

/**
 * Returns the public prices of a product in the context's currency: MSRP brackets and, if the price includes design
 * work, the design credits. Does not use net prices.
 */
function renderPublicPricing(
  product: ProductContent,
  { content, localizer, prices, currency }: ProductContext,
): ProductSummary['pricing'] {
  const { designCredits: included } = product;
  const { designCredits } = content.catalogue.texts;
  return {
    currency,
    msrp: prices.brackets(msrpList),
    ...(included !== undefined && {
      designCredits: {
        included,
        description: localizer.count(designCredits, included),
      },
    }),
  };
}

function renderColor(
  product: ProductContent,
  entry: ProductColor,
  context: CatalogueContext,
): SummaryColor {
  const { content, localizer } = context;
  const { name, pms, swatches, families } = entryOf(content.colors, entry.color);
  const fabric = entry.fabric ?? product.fabric;
  return {
    id: entry.color,
    ...(pms === undefined ? {} : { pms }),
    name: localizer.text(name),
    ...(fabric === undefined ? {} : { weight: localizer.text(fabric.weight) }),
    swatches,
    colorFamilies: families.map((id) => {
      const { name: familyName, hex, sortIndex } = entryOf(content.families, id);
      return {
        id,
        name: localizer.text(familyName),
        hex,
        ...(sortIndex === undefined ? {} : { sortIndex }),
      };
    }),
    images: colorImageUrls(product, entry, context),
  };
}
