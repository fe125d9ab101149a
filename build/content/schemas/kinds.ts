/** The kinds of content files, with the definition of each. */
import { deprecationsSchema } from './deprecations.ts';
import { productSchema } from './product.ts';
import * as shared from './shared.ts';
import { stockSchema } from './stock.ts';
import * as tables from './tables.ts';

/** The JSON files, by the name of their kind; products are one file each. */
export const jsonKinds = {
  catalogue: { files: 'catalogue.json', schema: shared.catalogueSchema },
  brands: { files: 'brands.json', schema: shared.brandsSchema },
  categories: { files: 'categories.json', schema: shared.categoriesSchema },
  tags: { files: 'tags.json', schema: shared.tagsSchema },
  colors: { files: 'colors.json', schema: shared.colorsSchema },
  facets: { files: 'facets.json', schema: shared.facetsSchema },
  decorations: { files: 'decorations.json', schema: shared.decorationsSchema },
  companies: { files: 'companies.json', schema: shared.companiesSchema },
  sizes: { files: 'sizes.json', schema: shared.sizesSchema },
  'size-charts': { files: 'size-charts.json', schema: shared.sizeChartsSchema },
  locations: { files: 'locations.json', schema: shared.locationsSchema },
  inventory: { files: 'inventory.json', schema: stockSchema },
  deprecations: { files: 'deprecations.json', schema: deprecationsSchema },
  product: { files: 'products/*.json', schema: productSchema },
} as const;

export type JsonKind = keyof typeof jsonKinds;

/** The kinds in the order of the table. */
export const jsonKindNames = Object.keys(jsonKinds) as readonly JsonKind[];

/** The CSV files; `net-<tier>` stands for one file per tier. */
export const csvKinds = {
  'prices/msrp.csv': tables.priceRowSchema,
  'prices/net-<tier>.csv': tables.priceRowSchema,
  'prices/surcharges.csv': tables.surchargeRowSchema,
  'inventory.csv': tables.inventoryRowSchema,
  'variants.csv': tables.variantRowSchema,
  'active-products.csv': tables.activeProductRowSchema,
} as const;
