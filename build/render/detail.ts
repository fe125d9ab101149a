/** Renders the detail of a product in one locale, with public prices only. */
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import { fillIn, type Localizer } from '../content/localize/localizer.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { assetUrl, brandUrl, decorationsPath, renderLinks, sizeChartPath } from './addresses.ts';
import { type CatalogueContext, entryOf, type ProductContext } from './context.ts';
import { allImages } from './images.ts';
import { pricesIn } from './prices.ts';
import { renderSizeChart } from './size-chart.ts';
import { renderStock } from './stock.ts';
import { renderSummary } from './summary.ts';

/**
 * Returns the public answer of `GET /v1/products/{sku}` in the locale of the context; members are in the order of the
 * schema. `summary` is the product's entry in the list. Throws `MissingDataError` if a text or an entry is missing.
 */
export function renderDetail(
  product: ProductContent,
  context: ProductContext,
  summary = renderSummary(product, context),
): ProductDetail {
  const { content, locale, localizer } = context;
  const { sku, brand: name, customization, pricing, colors, ...listed } = summary;
  const { insufficientInventoryMessage = content.catalogue.texts.insufficientInventory } = product;
  return omitUndefined({
    // Begins with a member, not with a spread, which takes ten times as long in Node.js 20.
    sku,
    ...listed,
    locale,
    note: product.note && localizer.text(product.note),
    availableFrom: product.availableFrom,
    availableUntil: product.availableUntil,
    replacedBy: product.replacedBy,
    formerSkus: product.formerSkus,
    brand: {
      ...{ id: product.brand, name },
      description: localizer.text(entryOf(content.brands, product.brand).description),
      url: brandUrl(product.brand, context),
    },
    insufficientInventoryMessage: fillIn(localizer.text(insufficientInventoryMessage), {
      product: summary.productName,
    }),
    links: renderLinks(product, context),
    materials: product.materials?.map((code) => ({
      code,
      label: localizer.text(entryOf(content.facets.materials, code)),
    })),
    care: product.care && localizer.text(product.care),
    customization: {
      ...customization,
      decorations: renderDecorations(product, context),
      options: product.customization.options ?? [],
    },
    shipping: product.shipping,
    pricing: renderPricing(product, context, pricing),
    assets: { images: allImages(product, context), resources: renderResources(product, context) },
    sizeChart: renderSizeChart(product, context),
    sizeRecommendations: product.sizeRecommendations,
    colors: colors.map((color, at) => {
      const fabric = product.colors[at]?.fabric ?? product.fabric;
      return fabric ? { ...color, material: renderMaterial(fabric, localizer) } : color;
    }),
    ...renderStock(product, context),
  });
}

function renderMaterial(
  { composition, weight, gsm }: NonNullable<ProductContent['fabric']>,
  localizer: Localizer,
) {
  return { composition: localizer.text(composition), weight: localizer.text(weight), gsm };
}

function renderDecorations(
  { customization }: ProductContent,
  context: CatalogueContext,
): ProductDetail['customization']['decorations'] {
  const { content, localizer, locale, site } = context;
  return customization.decorations.map((id) => {
    const { name, note, icon } = entryOf(content.decorations, id);
    return {
      id,
      name: localizer.text(name),
      note: localizer.text(note),
      icon: assetUrl(context, icon),
      link: `${site.baseUrl}/${decorationsPath(locale)}#${id}`,
    };
  });
}

function renderPricing(
  product: ProductContent,
  context: ProductContext,
  { currency, msrp, designCredits }: ProductSummary['pricing'],
): ProductDetail['pricing'] {
  const { surcharges, upcoming } = pricesIn(msrpList, context);
  return omitUndefined({
    currency,
    msrp,
    sizes: product.sizes.map((name) => {
      const surcharge = surcharges.get(name);
      return surcharge === undefined ? { name } : { name, surcharge: { msrp: surcharge } };
    }),
    designCredits,
    upcoming: upcoming && { from: upcoming.from, msrp: upcoming.brackets },
  });
}

function renderResources(
  { sizeChart }: ProductContent,
  { content, localizer, locale, site }: CatalogueContext,
): ProductDetail['assets']['resources'] {
  if (sizeChart === undefined) return [];
  const label = localizer.text(entryOf(content.sizeCharts, sizeChart).label);
  const url = `${site.baseUrl}/${sizeChartPath(sizeChart, locale)}`;
  return [{ type: 'size-chart', label, url }];
}
