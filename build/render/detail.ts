/** Renders the detail of a product in one locale, with public prices only. */
import type { DetailColor } from '../../contract/schemas/color.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import { fillIn } from '../content/localize/localizer.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { assetUrl, brandUrl, decorationsPath, renderLinks, sizeChartPath } from './addresses.ts';
import { type CatalogueContext, entryOf, type ProductContext } from './context.ts';
import { allImages } from './images.ts';
import { renderSizeChart } from './size-chart.ts';
import { renderStock } from './stock.ts';
import { renderSummary } from './summary.ts';

type Part<Name extends keyof ProductDetail> = Pick<ProductDetail, Name>;

/**
 * Returns the detail of a product in the locale of the context, with public prices only: the answer of `GET
 * /v1/products/{sku}` without an API key. `summary` is the product's entry in the product list of that locale; the
 * detail takes many members from it. As in all renderers, the members are in the order of the schema.
 * Throws `MissingTextError` or `MissingEntryError` if the product needs a text or an entry that the shared content
 * lacks.
 */
export function renderDetail(
  product: ProductContent,
  context: ProductContext,
  summary = renderSummary(product, context),
): ProductDetail {
  const { content, locale, localizer } = context;
  const { sku, slug, productName, descriptions, keywords, tag, tagId, kind } = summary;
  const { catalog, minimumOrder, studio, images } = summary;
  const brand = entryOf(content.brands, product.brand);
  const links = renderLinks(product, context);
  // Begins with members, not with a spread, which takes ten times as long in Node.js 20.
  return {
    sku,
    slug,
    productName,
    descriptions,
    ...(keywords && { keywords }),
    ...(tag && { tag }),
    ...(tagId && { tagId }),
    kind,
    catalog,
    minimumOrder,
    studio,
    images,
    locale,
    ...(product.note && { note: localizer.text(product.note) }),
    ...renderAvailability(product),
    brand: {
      id: product.brand,
      name: brand.name,
      description: localizer.text(brand.description),
      url: brandUrl(product.brand, context),
    },
    insufficientInventoryMessage: fillIn(
      localizer.text(
        product.insufficientInventoryMessage ?? content.catalogue.texts.insufficientInventory,
      ),
      { product: productName },
    ),
    ...(links && { links }),
    ...renderMaterials(product, context),
    ...(product.care && { care: localizer.text(product.care) }),
    customization: renderCustomization(product, context, summary),
    ...(product.shipping && { shipping: product.shipping }),
    pricing: renderDetailPricing(product, context, summary),
    assets: renderAssets(product, context),
    ...renderSizeChart(product, context),
    ...(product.sizeRecommendations && { sizeRecommendations: product.sizeRecommendations }),
    colors: summary.colors.map((color, at) => {
      const fabric = product.colors[at]?.fabric ?? product.fabric;
      return fabric === undefined ? color : { ...color, material: renderMaterial(fabric, context) };
    }),
    ...renderStock(product, context),
  };
}

function renderAvailability({
  availableFrom,
  availableUntil,
  replacedBy,
  formerSkus,
}: ProductContent): Part<'availableFrom' | 'availableUntil' | 'replacedBy' | 'formerSkus'> {
  return {
    ...(availableFrom && { availableFrom }),
    ...(availableUntil && { availableUntil }),
    ...(replacedBy && { replacedBy }),
    ...(formerSkus && { formerSkus }),
  };
}

function renderMaterials(
  { materials }: ProductContent,
  { content, localizer }: CatalogueContext,
): Part<'materials'> | undefined {
  return (
    materials && {
      materials: materials.map((code) => ({
        code,
        label: localizer.text(entryOf(content.facets.materials, code)),
      })),
    }
  );
}

function renderMaterial(
  { composition, weight, gsm }: NonNullable<ProductContent['fabric']>,
  { localizer }: CatalogueContext,
): Required<DetailColor>['material'] {
  return { composition: localizer.text(composition), weight: localizer.text(weight), gsm };
}

function renderCustomization(
  product: ProductContent,
  context: CatalogueContext,
  { customization }: ProductSummary,
): ProductDetail['customization'] {
  const { content, localizer, locale, site } = context;
  return {
    ...customization,
    decorations: product.customization.decorations.map((id) => {
      const { name, note, icon } = entryOf(content.decorations, id);
      return {
        id,
        name: localizer.text(name),
        note: localizer.text(note),
        icon: assetUrl(context, icon),
        link: `${site.baseUrl}/${decorationsPath(locale)}#${id}`,
      };
    }),
    options: product.customization.options ?? [],
  };
}

function renderDetailPricing(
  product: ProductContent,
  context: ProductContext,
  { pricing: { currency, msrp, designCredits } }: ProductSummary,
): ProductDetail['pricing'] {
  const sizes = product.sizes.map((name) => {
    const surcharge = context.prices.surcharge(msrpList, name);
    return surcharge === undefined ? { name } : { name, surcharge: { msrp: surcharge } };
  });
  const upcoming = context.prices.upcoming(msrpList);
  return {
    ...{ currency, msrp, sizes },
    ...(designCredits && { designCredits }),
    ...(upcoming && { upcoming: { from: upcoming.from, msrp: upcoming.brackets } }),
  };
}

function renderAssets(product: ProductContent, context: CatalogueContext): ProductDetail['assets'] {
  const { content, localizer, locale, site } = context;
  const { sizeChart } = product;
  return {
    images: allImages(product, context),
    resources:
      sizeChart === undefined
        ? []
        : [
            {
              type: 'size-chart',
              label: localizer.text(entryOf(content.sizeCharts, sizeChart).label),
              url: `${site.baseUrl}/${sizeChartPath(sizeChart, locale)}`,
            },
          ],
  };
}
