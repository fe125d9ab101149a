/** Renders the entry of a product in the product list (specification, "Product summary"). */
import { localeFacts } from '../../contract/locales.ts';
import type { SummaryColor } from '../../contract/schemas/color.ts';
import type { ProductSummary, productKinds } from '../../contract/schemas/product.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductColor, ProductContent } from '../content/schemas/product.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { type CatalogueContext, entryOf, type ProductContext } from './context.ts';
import { colorImages, productImages } from './images.ts';
import { pricesIn } from './prices.ts';

/**
 * Returns the entry of a product in the product list, in the locale of the context. Throws `MissingDataError` if the
 * product needs a text or an entry that the shared content lacks.
 */
export function renderSummary(product: ProductContent, context: ProductContext): ProductSummary {
  const { content, localizer } = context;
  const { catalogue, tags, brands } = content;
  const { tagline, short, long } = product.descriptions;
  const { quantity, description = catalogue.texts.minimumOrder } = product.minimumOrder;
  const { colorBlocks, colorBlocksTagline } = product.customization;
  const { designCredits: included } = product;
  return omitUndefined({
    sku: product.sku,
    slug: product.sku.toLowerCase(),
    productName: localizer.text(product.name),
    descriptions: omitUndefined({
      tagline: tagline && localizer.text(tagline),
      short: short && localizer.text(short),
      long: long && localizer.text(long),
    }),
    keywords: product.keywords && [...localizer.list(product.keywords)],
    tag: product.tag && localizer.text(entryOf(tags, product.tag).label),
    tagId: product.tag,
    kind: kindOf(product),
    catalog: renderPlace(product, context),
    minimumOrder: { quantity, description: localizer.count(description, quantity) },
    studio: { available: product.studio },
    images: productImages(product, context),
    brand: entryOf(brands, product.brand).name,
    customization: omitUndefined({
      colorBlocks,
      colorBlocksTagline: colorBlocksTagline && localizer.text(colorBlocksTagline),
    }),
    pricing: omitUndefined({
      currency: localeFacts[context.locale].currency,
      msrp: pricesIn(msrpList, context).brackets,
      designCredits:
        included === undefined
          ? undefined
          : { included, description: localizer.count(catalogue.texts.designCredits, included) },
    }),
    colors: product.colors.map((entry) => renderColor(product, entry, context)),
  });
}

/** Returns the kind of a product (specification, "What the service does"). */
function kindOf({ madeToOrder, customization }: ProductContent): (typeof productKinds)[number] {
  const { colorBlocks } = customization;
  if (madeToOrder) return colorBlocks ? 'made-to-order-color-block' : 'made-to-order';
  return colorBlocks ? 'color-block' : 'standard';
}

/** Returns the category of a product and the other facets by which shops filter. */
function renderPlace(
  product: ProductContent,
  { content, localizer }: CatalogueContext,
): ProductSummary['catalog'] {
  const { facets, categories } = content;
  const textsOf = (ids: readonly string[], table: typeof facets.fabrics) =>
    ids.map((id) => localizer.text(entryOf(table, id)));
  return omitUndefined({
    inspiration: textsOf(product.inspiration, facets.inspiration),
    inspirationIds: product.inspiration,
    category: localizer.text(entryOf(categories, product.category).name),
    categoryId: product.category,
    for: localizer.text(entryOf(facets.for, product.for)),
    forId: product.for,
    fabrics: product.fabrics && textsOf(product.fabrics, facets.fabrics),
    fabricIds: product.fabrics,
  });
}

function renderColor(
  product: ProductContent,
  entry: ProductColor,
  context: CatalogueContext,
): SummaryColor {
  const { content, localizer } = context;
  const { name, pms, swatches, families } = entryOf(content.colors, entry.color);
  const fabric = entry.fabric ?? product.fabric;
  return omitUndefined({
    id: entry.color,
    pms,
    name: localizer.text(name),
    weight: fabric && localizer.text(fabric.weight),
    swatches,
    colorFamilies: families.map((id) => {
      const { name: familyName, hex, sortIndex } = entryOf(content.families, id);
      return omitUndefined({ id, name: localizer.text(familyName), hex, sortIndex });
    }),
    images: colorImages(product, entry, context).map(({ url }) => url),
  });
}
