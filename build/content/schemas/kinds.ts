/** Lists the kinds of content files with their schemas. */
import type { z } from 'zod';
import { brandsSchema } from './brands.ts';
import { catalogueSchema } from './catalogue.ts';
import { categoriesSchema } from './categories.ts';
import { colorsSchema } from './colors.ts';
import { companiesSchema } from './companies.ts';
import { decorationsSchema } from './decorations.ts';
import { deprecationsSchema } from './deprecations.ts';
import { facetsSchema } from './facets.ts';
import { locationsSchema } from './locations.ts';
import { productSchema } from './product.ts';
import { sizeChartsSchema, sizesSchema } from './sizes.ts';
import { stockSchema } from './stock.ts';
import * as tables from './tables.ts';
import { tagsSchema } from './tags.ts';

/**
 * Kind of JSON file → its schema, and its path in the content folder. The kind `product` has one file for each product;
 * its path is a glob pattern.
 */
export const jsonKinds = {
  catalogue: { path: 'catalogue.json', schema: catalogueSchema },
  brands: { path: 'brands.json', schema: brandsSchema },
  categories: { path: 'categories.json', schema: categoriesSchema },
  tags: { path: 'tags.json', schema: tagsSchema },
  colors: { path: 'colors.json', schema: colorsSchema },
  facets: { path: 'facets.json', schema: facetsSchema },
  decorations: { path: 'decorations.json', schema: decorationsSchema },
  companies: { path: 'companies.json', schema: companiesSchema },
  sizes: { path: 'sizes.json', schema: sizesSchema },
  'size-charts': { path: 'size-charts.json', schema: sizeChartsSchema },
  locations: { path: 'locations.json', schema: locationsSchema },
  inventory: { path: 'inventory.json', schema: stockSchema },
  deprecations: { path: 'deprecations.json', schema: deprecationsSchema },
  product: { path: 'products/*.json', schema: productSchema },
} as const;

/** The name of a kind of JSON file in the content, such as `brands`. */
export type JsonKind = keyof typeof jsonKinds;

/** The content of a valid JSON file of one kind, such as `ContentOf<'brands'>` for `brands.json`. */
export type ContentOf<Kind extends JsonKind> = z.infer<(typeof jsonKinds)[Kind]['schema']>;

/** The names of all kinds of JSON files, in the order of `jsonKinds`. */
export const jsonKindNames = Object.keys(jsonKinds) as readonly JsonKind[];

/**
 * Path of a CSV file → schema of its rows. The path with `<tier>` stands for one file for each tier, such as
 * `prices/net-A3.csv`.
 */
export const csvKinds = {
  'prices/msrp.csv': tables.priceRowSchema,
  'prices/net-<tier>.csv': tables.priceRowSchema,
  'prices/surcharges.csv': tables.surchargeRowSchema,
  'inventory.csv': tables.inventoryRowSchema,
  'variants.csv': tables.variantRowSchema,
  'active-products.csv': tables.activeProductRowSchema,
} as const;
