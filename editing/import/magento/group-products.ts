/** Groups the products of a Magento export into styles with their variants. */
import type { Omissions } from '../omissions.ts';
import type { Report } from '../report.ts';
import type { Attributes } from './attributes.ts';
import { type ExportProduct, keyOf } from './export-rows.ts';

/**
 * A variant of a style: in Magento, a simple product. `declared` has the attributes that the row of the style lists for
 * this variant; it is empty if that row does not list the variant. If the style itself is a simple product, `declared`
 * has the product's own attributes.
 */
export interface Member {
  readonly product: ExportProduct;
  readonly declared: Attributes;
}

/** A style of a Magento export: a configurable product and its variants, or a simple product as its only variant. */
export interface ProductGroup {
  readonly product: ExportProduct;
  readonly members: readonly Member[];
}

type Products = ReadonlyMap<string, ExportProduct>;

interface Notes {
  readonly omissions: Omissions;
  readonly report: Report;
}

/**
 * Groups the products of a Magento export into styles, in the order of the export. These products become styles:
 * - Each configurable product. Its `members` are its variants (only the online ones if it is online itself), or none.
 * - Each simple product that is no variant of a configurable product and is visible by itself in the shop
 *   (`isVisible`). It is its own only member.
 * Adds to `notes.omissions` all products and rows that are left out, such as products of other types.
 */
export function groupProducts(rows: readonly ExportProduct[], notes: Notes): ProductGroup[] {
  const products = distinctProducts(rows, notes);
  const members = findMembers(products, notes);
  const claimed = skusOf(members);
  return [...products].flatMap(([key, product]): ProductGroup[] => {
    const { row, sku, type, attributes, isVisible } = product;
    const omit = (reason: string) => notes.omissions.add(reason, { name: sku, row });
    if (type === 'configurable') {
      return [{ product, members: onlineMembers(product, members.get(key) ?? [], notes) }];
    }
    if (type === 'simple' && claimed.has(key)) return [];
    if (type !== 'simple') omit(`products of the type ${type || '(empty)'}`);
    else if (!isVisible) omit('simple products that belong to no style and are not visible');
    else {
      notes.report.note('imported', 'simple products that became styles', sku);
      return [{ product, members: [{ product, declared: attributes }] }];
    }
    return [];
  });
}

function distinctProducts(rows: readonly ExportProduct[], { omissions }: Notes): Products {
  const bySku = new Map<string, ExportProduct>();
  for (const product of rows) {
    const { row, sku, name } = product;
    if (sku === '') omissions.add('rows without a SKU', { name, row });
    else if (!bySku.has(keyOf(sku))) bySku.set(keyOf(sku), product);
    else omissions.add('rows with the SKU of an earlier row', { name: sku, row });
  }
  return bySku;
}

/**
 * Returns, for each configurable product, its SKU in upper case → its variants. These are the variants that its row
 * lists. If the row lists none, they are the simple products whose SKU begins with that of the configurable product and
 * a separator (see `prefixesOf`).
 */
function findMembers(products: Products, notes: Notes): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  for (const [key, product] of products) {
    if (product.type !== 'configurable') continue;
    members.set(key, declaredMembers(product, products, notes));
  }
  const claimed = skusOf(members);
  for (const [key, product] of products) {
    if (product.type !== 'simple' || claimed.has(key)) continue;
    const style = prefixesOf(key).find((prefix) => members.has(prefix));
    if (style === undefined || products.get(style)?.variations.length !== 0) continue;
    members.get(style)?.push({ product, declared: new Map() });
    notes.report.note('defaulted', 'variants joined to a style by their SKU alone', product.sku);
  }
  return members;
}

function skusOf(members: ReadonlyMap<string, readonly Member[]>): ReadonlySet<string> {
  return new Set([...members.values()].flat().map(({ product }) => keyOf(product.sku)));
}

/**
 * Returns the variants that a style lists in `configurable_variations`, without duplicates. Adds to the omissions the
 * variants for which the export has no simple product.
 */
function declaredMembers(style: ExportProduct, products: Products, notes: Notes): Member[] {
  const distinct = new Map(style.variations.map((one) => [keyOf(one.sku), one]));
  return [...distinct].flatMap(([key, { sku, attributes }]) => {
    const product = products.get(key);
    if (product?.type === 'simple') return [{ product, declared: attributes }];
    const reason = 'variants that a style names and the export lacks';
    notes.omissions.add(reason, { name: sku, row: style.row });
    return [];
  });
}

/**
 * Returns the variants of a style that are online and adds the other variants to the omissions. Returns all
 * variants if the style itself is not online, because it becomes a draft.
 */
function onlineMembers(
  style: ExportProduct,
  members: readonly Member[],
  { omissions }: Notes,
): readonly Member[] {
  if (!style.isOnline) return members;
  return members.filter(({ product: { isOnline, sku, row } }) => {
    if (!isOnline) omissions.add('variants that are not online', { name: sku, row });
    return isOnline;
  });
}

/**
 * Returns the beginnings of a SKU before each separator (`-`, `_` or `.`), the longest first: `MT1-XL` and `MT1` for
 * `MT1-XL-RED`.
 */
function prefixesOf(sku: string): string[] {
  const separators = [...sku.matchAll(/[-_.]/g)];
  return separators.map(({ index }) => sku.slice(0, index)).reverse();
}
