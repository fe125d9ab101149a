/** Finds and selects products, price lists, and the tables that have rows of products. */
import { suggest } from '../../build/content/findings/suggest.ts';
import { catalogueSchema } from '../../build/content/schemas/catalogue.ts';
import { contentSkuSchema, productSchema } from '../../build/content/schemas/product.ts';
import { ExpectedError } from '../../console/errors.ts';
import { anyObject, type ContentEdits } from './content-edits.ts';

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

const selectors = ['sku', 'brand', 'category', 'tag', 'for', 'fabrics'] as const;
type Selector = (typeof selectors)[number];

/** Lines of the help text about the option `--where`. */
export const whereHelp = `  --where MEMBER=VALUE  which products: ${selectors.join(', ')};
                        several values are separated by commas, and * stands for any
                        text; products must match every --where`;

/** Returns the SKUs of the products that match all conditions. Throws an `ExpectedError` if there are none. */
export function selectProducts(edits: ContentEdits, where: readonly string[] = []): Set<string> {
  const conditions = where.map(readCondition);
  const products = edits.products().map((sku) => {
    const product = edits.readJson(productFile(sku), anyObject);
    return { ...product, sku };
  });
  for (const { member, values } of conditions) {
    const known = new Set(products.flatMap((product) => valuesOf(product, member)));
    for (const value of values) {
      if ([...known].some((each) => matches(each, value))) continue;
      const near = suggest(value, known);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      throw new ExpectedError(`--where ${member}=${value} matches no product${hint}`);
    }
  }
  const selected = products.filter((product) =>
    conditions.every(({ member, values }) =>
      valuesOf(product, member).some((each) => values.some((value) => matches(each, value))),
    ),
  );
  if (selected.length === 0) throw new ExpectedError('no product matches all of --where');
  return new Set(selected.map(({ sku }) => sku));
}

function readCondition(text: string): { member: Selector; values: readonly string[] } {
  const [name = '', ...rest] = text.split('=');
  const member = selectors.find((each) => each === name.trim());
  const values = rest
    .join('=')
    .split(',')
    .map((value) => value.trim());
  if (member === undefined || values.includes('')) {
    throw new ExpectedError(
      `--where "${text}" is not MEMBER=VALUE with one of ${selectors.join(', ')}`,
    );
  }
  return { member, values };
}

function valuesOf(product: Readonly<Record<string, unknown>>, member: Selector): string[] {
  const value = product[member];
  return value === undefined ? [] : [value].flat().map(String);
}

function matches(value: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`, 'i').test(value);
}

/** Returns the paths of the price tables that `--list` selects: `msrp`, `net-A4` or `A4`, several, or `all`. */
export function selectLists(edits: ContentEdits, text: string): readonly string[] {
  const tables = priceTables(edits);
  if (text === 'all') return tables;
  const lists = text.split(',').map((name) => {
    const list = name.trim();
    const found = tables.find((file) =>
      [`prices/${list}.csv`, `prices/net-${list}.csv`].includes(file),
    );
    if (found !== undefined) return found;
    const names = tables.map(listName).join(', ');
    throw new ExpectedError(`--list "${list}" is no price list; there are ${names}, and all`);
  });
  // `A4` and `net-A4` are the same list.
  return [...new Set(lists)];
}

/** Returns the name of the price list that the table at a path contains: `net-A4` for `prices/net-A4.csv`. */
export function listName(file: string): string {
  return file.replace(/^prices\/|\.csv$/g, '');
}
