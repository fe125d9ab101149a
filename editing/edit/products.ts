/** Finds the products of a content folder, and the tables that have rows of products. */

import { suggest } from '../../build/content/findings/suggest.ts';
import { catalogueSchema } from '../../build/content/schemas/catalogue.ts';
import { contentSkuSchema, productSchema } from '../../build/content/schemas/product.ts';
import { ExpectedError } from '../../console/errors.ts';
import type { ContentEdits } from './content-edits.ts';

/** Returns the path of a product's file within the content folder, such as `products/TEE-1.json`. */
export function productFile(sku: string): string {
  return `products/${sku}.json`;
}

/** Throws an `ExpectedError` if no product has the SKU `sku`. */
export function assertProduct(edits: ContentEdits, sku: string): void {
  const skus = edits.products();
  // Not the file's existence, because `../catalogue` is no SKU.
  if (skus.includes(sku)) return;
  const near = suggest(sku, skus);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  throw new ExpectedError(`there is no product "${sku}"${hint}`);
}

/** Throws an `ExpectedError` if `sku` is not a valid SKU, or if a product already has it. */
export function assertFreeSku(edits: ContentEdits, sku: string): void {
  const [issue] = contentSkuSchema.safeParse(sku).error?.issues ?? [];
  if (issue) throw new ExpectedError(`"${sku}" ${issue.message}`);
  if (edits.read(productFile(sku)) !== undefined) {
    throw new ExpectedError(`the product "${sku}" already exists`);
  }
}

/** Returns the paths of the existing tables with a column `sku`, including price tables. */
export function productTables(edits: ContentEdits): readonly string[] {
  const others = ['prices/surcharges.csv', 'inventory.csv', 'variants.csv', 'active-products.csv'];
  return [...priceTables(edits), ...others].filter((file) => edits.read(file) !== undefined);
}

/** Returns the paths of the price tables, existing or not: that of the MSRP, then one for each tier. */
export function priceTables(edits: ContentEdits): readonly string[] {
  const { tiers } = readSettings(edits);
  return ['msrp', ...tiers.all.map((tier) => `net-${tier}`)].map((list) => `prices/${list}.csv`);
}

const settingsSchema = catalogueSchema.pick({ timeZone: true, tiers: true }).loose();

/** Returns `timeZone` and `tiers` of `catalogue.json`. Throws an `ExpectedError` if one has a fault. */
export function readSettings(edits: ContentEdits) {
  return edits.readJson('catalogue.json', settingsSchema);
}

const successionSchema = productSchema
  .pick({ availableUntil: true, replacedBy: true, formerSkus: true })
  .loose();

/** Returns the members of a product that say how it ends. Throws an `ExpectedError` if one has a fault. */
export function readSuccession(edits: ContentEdits, sku: string) {
  return edits.readJson(productFile(sku), successionSchema);
}
