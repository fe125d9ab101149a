/** Turns a whole export into content; what the steps notice goes to the report. */
import type { ImportedContent } from '../content-files.ts';
import type { Report } from '../report.ts';
import { sortSizes } from '../sizes.ts';
import { audienceNames, companies, discountsByTier, onlyCompany } from '../standard-texts.ts';
import { namesById, toId, toNameTable } from '../text.ts';
import { materialsOf, tagOf, toMaterialCodes, toTagTable } from './attributes.ts';
import { type Classification, classify, toCategoryTable } from './categories.ts';
import { toColorTable } from './colors.ts';
import * as defaults from './defaults.ts';
import { type PricedStyle, priceStyles } from './prices.ts';
import type { MagentoExport } from './read-export.ts';
import { toStyles } from './styles.ts';
import { toInventoryRows, toPriceRows, toVariantRows } from './table-rows.ts';
import { toProductContent, toStyleImages } from './to-product.ts';

/** Returns the content of an export; it has no products if no style of the export can be imported. */
export function toContent(
  source: MagentoExport,
  settings: defaults.ImportSettings,
  report: Report,
): ImportedContent {
  const styles = [...priceStyles(toStyles(source.products, report), settings.today, report)];
  styles.sort((a, b) => (a.product.sku < b.product.sku ? -1 : 1));
  const classified = new Map(
    styles.map((style) => [style, classify(style.product, source.categories, report)]),
  );
  const classifications = [...classified.values()];
  const brand = defaults.toBrand(settings.brand);
  const allSizes = styles.flatMap(({ variants }) => variants.map(({ size }) => size));
  const { tiers } = defaults;
  const content: ImportedContent = {
    catalogue: defaults.catalogue,
    brands: { [toId(brand.name)]: brand },
    categories: toCategoryTable(classifications, source.categories),
    tags: toTagTable(new Set(styles.map(({ product }) => tagOf(product.attributes)))),
    colors: toColorTable(styles, settings.swatches, report),
    facets: toFacetTables(styles, classifications),
    companies,
    sizes: sortSizes(allSizes, source.sizeOptions),
    products: [...classified].map(([style, classification]) => {
      const images = toStyleImages(style, settings.imagesBase, report);
      const { sizeOptions } = source;
      return toProductContent({
        ...{ style, classification, images, sizeOptions },
        brand: toId(brand.name),
      });
    }),
    msrp: toPriceRows(styles, 0, settings),
    net: new Map(tiers.map((tier) => [tier, toPriceRows(styles, discountsByTier[tier], settings)])),
    inventory: toInventoryRows(styles, report),
    variants: toVariantRows(styles, report),
    activeProducts: styles.map(({ product }) => ({ sku: product.sku, company: onlyCompany })),
  };
  defaults.noteSummary(content, styles, settings, report);
  return content;
}

function toFacetTables(
  styles: readonly PricedStyle[],
  classifications: readonly Classification[],
): ImportedContent['facets'] {
  const audiences = new Map(classifications.map((one) => [one.for, audienceNames[one.for].en]));
  const materials = styles.flatMap(({ product }) => materialsOf(product.attributes));
  return {
    for: toNameTable(audiences),
    inspiration: toNameTable(namesById(classifications.flatMap(({ collections }) => collections))),
    fabrics: toNameTable(namesById(materials)),
    materials: toNameTable(toMaterialCodes(materials)),
  };
}
