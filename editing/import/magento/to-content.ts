/** A whole export in, the whole content out; the report is told what was noticed on the way. */
import type { ImportedContent } from '../content-files.ts';
import type { Report } from '../report.ts';
import { type Placing, toCategoryTable, toPlacing } from './categories.ts';
import { toColorTable } from './colors.ts';
import { toStyleImages } from './images.ts';
import type { ImportSettings } from './import-settings.ts';
import { toInventoryRows } from './inventory.ts';
import { toMaterialCodes } from './materials.ts';
import { namesById, toId, toNameTable } from './names.ts';
import { noteContent } from './note-content.ts';
import { discountsByTier, tiers, toPriceRows } from './price-rows.ts';
import { type PricedStyle, priceStyles } from './prices.ts';
import type { MagentoExport } from './read-export.ts';
import * as shared from './shared-content.ts';
import { sortSizes } from './sizes.ts';
import { toStyles } from './styles.ts';
import { tagOf, toTagTable } from './tags.ts';
import { materialsOf, nameOf, toProductContent } from './to-product.ts';

function toFacetTables(styles: readonly PricedStyle[], placings: readonly Placing[]) {
  const audiences = new Map(placings.map((one) => [one.for, shared.audienceNames[one.for]]));
  const materials = styles.flatMap(({ product }) => materialsOf(product.attributes));
  return {
    for: toNameTable(audiences),
    inspiration: toNameTable(namesById(placings.flatMap(({ collections }) => collections))),
    fabrics: toNameTable(namesById(materials)),
    materials: toNameTable(toMaterialCodes(materials)),
  };
}

function toProducts(
  placings: ReadonlyMap<PricedStyle, Placing>,
  brand: string,
  { sizeOptions }: MagentoExport,
  settings: ImportSettings,
  report: Report,
) {
  return [...placings].map(([style, placing]) => {
    const images = toStyleImages(style, settings.imagesBase, report);
    const name = nameOf(style.product);
    return toProductContent({ style, name, placing, images, brand, sizeOptions });
  });
}

/** Makes the content of an export; it has no product when the export holds none to take. */
export function toContent(
  source: MagentoExport,
  settings: ImportSettings,
  report: Report,
): ImportedContent {
  const styles = [...priceStyles(toStyles(source.products, report), settings.today, report)];
  styles.sort((a, b) => (a.product.sku < b.product.sku ? -1 : 1));
  const placings = new Map(
    styles.map((style) => [style, toPlacing(style.product, source.categories, report)]),
  );
  const brand = shared.toBrand(settings.brand);
  const brandId = toId(brand.name);
  const places = [...placings.values()];
  const allSizes = styles.flatMap(({ variants }) => variants.map(({ size }) => size));
  const content: ImportedContent = {
    catalogue: shared.toCatalogue(),
    brands: { [brandId]: brand },
    categories: toCategoryTable(places, source.categories),
    tags: toTagTable(new Set(styles.map(({ product }) => tagOf(product.attributes)))),
    colors: toColorTable(styles, settings.swatches, report),
    facets: toFacetTables(styles, places),
    companies: shared.companies,
    sizes: sortSizes(allSizes, source.sizeOptions),
    products: toProducts(placings, brandId, source, settings, report),
    msrp: toPriceRows(styles, 0, settings),
    net: new Map(tiers.map((tier) => [tier, toPriceRows(styles, discountsByTier[tier], settings)])),
    inventory: toInventoryRows(styles, report),
    activeProducts: styles.map(({ product }) => ({
      sku: product.sku,
      company: shared.onlyCompany,
    })),
  };
  noteContent(content, styles, settings, report);
  return content;
}
