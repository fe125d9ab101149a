/** Lists the kinds of content files with their schemas. */
import type { z } from 'zod';
import { catalogueSchema } from './catalogue.ts';
import { deprecationsSchema } from './deprecations.ts';
import { productSchema } from './product.ts';
import { sizeChartsSchema, sizesSchema } from './sizes.ts';
import { locationsSchema, stockSchema } from './stock.ts';
import * as tables from './tables.ts';
import * as vocabularies from './vocabularies.ts';

/** Kind of JSON file → its schema, and its path in the content folder: for products a glob pattern. */
export const jsonKinds = {
  catalogue: { path: 'catalogue.json', schema: catalogueSchema },
  brands: { path: 'brands.json', schema: vocabularies.brandsSchema },
  categories: { path: 'categories.json', schema: vocabularies.categoriesSchema },
  tags: { path: 'tags.json', schema: vocabularies.tagsSchema },
  colors: { path: 'colors.json', schema: vocabularies.colorsSchema },
  facets: { path: 'facets.json', schema: vocabularies.facetsSchema },
  decorations: { path: 'decorations.json', schema: vocabularies.decorationsSchema },
  companies: { path: 'companies.json', schema: vocabularies.companiesSchema },
  sizes: { path: 'sizes.json', schema: sizesSchema },
  'size-charts': { path: 'size-charts.json', schema: sizeChartsSchema },
  locations: { path: 'locations.json', schema: locationsSchema },
  inventory: { path: 'inventory.json', schema: stockSchema },
  deprecations: { path: 'deprecations.json', schema: deprecationsSchema },
  product: { path: 'products/*.json', schema: productSchema },
} as const;

/** The name of a kind of JSON file in the content, such as `brands`. */
export type JsonKind = keyof typeof jsonKinds;

/** The content of a valid JSON file of one kind. */
export type ContentOf<Kind extends JsonKind> = z.infer<(typeof jsonKinds)[Kind]['schema']>;

/** The names of all kinds of JSON files, in the order of `jsonKinds`. */
export const jsonKindNames = Object.keys(jsonKinds) as readonly JsonKind[];

/** Path of a CSV file → schema of its rows. The path with `<tier>` stands for one file for each tier. */
export const csvKinds = {
  'prices/msrp.csv': tables.priceRowSchema,
  'prices/net-<tier>.csv': tables.priceRowSchema,
  'prices/surcharges.csv': tables.surchargeRowSchema,
  'inventory.csv': tables.inventoryRowSchema,
  'variants.csv': tables.variantRowSchema,
  'active-products.csv': tables.activeProductRowSchema,
} as const;
