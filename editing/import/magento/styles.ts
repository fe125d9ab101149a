/** Groups the rows of an export into styles with their variants. */
import { contentSkuSchema } from '../../../build/content/schemas/product.ts';
import type { Report } from '../report.ts';
import { colorOf, sizeOf } from './attributes.ts';
import type { ExportProduct } from './read-export.ts';
import { declaredMembers, type Member, toVariant, type Variant } from './variants.ts';

/** A product as buyers see it: a configurable product with its colours and sizes. */
export interface Style {
  readonly product: ExportProduct;
  readonly variants: readonly Variant[];
}

type Products = ReadonlyMap<string, ExportProduct>;

/**
 * Returns the styles of an export, in its order. A simple product that belongs to no style becomes one of
 * its own if it has a colour or a size. Notes everything that is left out.
 */
export function toStyles(rows: readonly ExportProduct[], report: Report): readonly Style[] {
  const products = distinctProducts(rows, report);
  const members = findMembers(products, report);
  const claimed = skusOf(members);
  const styles: Style[] = [];
  for (const product of products.values()) {
    if (product.type === 'simple' && claimed.has(product.sku)) continue;
    if (product.type !== 'simple' && product.type !== 'configurable') {
      report.note('left out', `products of the type ${product.type || '(empty)'}`, product.sku);
      continue;
    }
    if (!canBeStyle(product, report)) continue;
    const style =
      product.type === 'simple'
        ? toSingle(product, report)
        : toConfigurable(product, members.get(product.sku) ?? [], report);
    if (style !== undefined) styles.push(style);
  }
  return styles;
}

/** Returns the products of the default store view by SKU; leaves out and notes other rows. */
function distinctProducts(rows: readonly ExportProduct[], report: Report): Products {
  const bySku = new Map<string, ExportProduct>();
  for (const row of rows) {
    const leaveOut = (text: string, example: string) => report.note('left out', text, example);
    if (!['', 'admin'].includes(row.storeView)) {
      leaveOut('rows with the texts of one store view', `${row.sku} ${row.storeView}`);
    } else if (row.sku === '') leaveOut('rows without a SKU', row.name);
    else if (bySku.has(row.sku)) leaveOut('rows with the SKU of an earlier row', row.sku);
    else bySku.set(row.sku, row);
  }
  return bySku;
}

/** Returns the members of each configurable product: those it names, or else those with its SKU prefix. */
function findMembers(products: Products, report: Report): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  for (const product of products.values()) {
    if (product.type !== 'configurable') continue;
    members.set(product.sku, declaredMembers(product, products, report));
  }
  const claimed = skusOf(members);
  for (const product of products.values()) {
    if (product.type !== 'simple' || claimed.has(product.sku)) continue;
    const style = prefixesOf(product.sku).find((prefix) => members.has(prefix));
    if (style === undefined || products.get(style)?.variations.length !== 0) continue;
    members.get(style)?.push({ product, declared: new Map() });
    report.note('defaulted', 'variants joined to a style by their SKU alone', product.sku);
  }
  return members;
}

function skusOf(members: ReadonlyMap<string, readonly Member[]>): ReadonlySet<string> {
  return new Set([...members.values()].flat().map(({ product }) => product.sku));
}

/** Returns `MT1-XL` and `MT1` for `MT1-XL-RED`: the text before each separator, the longest first. */
function prefixesOf(sku: string): string[] {
  const separators = [...sku.matchAll(/[-_.]/g)];
  return separators.map(({ index }) => sku.slice(0, index)).reverse();
}

/** Whether a product can be a style; notes the reason if it cannot. */
function canBeStyle(product: ExportProduct, report: Report): boolean {
  if (!product.online) {
    report.note('left out', 'products that are not online', product.sku);
    return false;
  }
  if (!contentSkuSchema.safeParse(product.sku).success) {
    const text = 'products with a SKU that is not up to 64 letters, digits, dots, _ and -';
    report.note('left out', text, product.sku);
    return false;
  }
  return true;
}

function toConfigurable(
  product: ExportProduct,
  members: readonly Member[],
  report: Report,
): Style | undefined {
  const online = members.filter((member) => member.product.online);
  const offline = members.filter((member) => !member.product.online);
  report.note(
    'left out',
    'variants that are not online',
    offline.map((member) => member.product.sku),
  );
  if (online.length === 0) {
    report.note('left out', 'styles without a variant', product.sku);
    return undefined;
  }
  return { product, variants: online.map((member) => toVariant(member, report)) };
}

function toSingle(product: ExportProduct, report: Report): Style | undefined {
  const { attributes } = product;
  if (colorOf(attributes) === undefined && sizeOf(attributes) === undefined) {
    const text = 'simple products that belong to no style and have neither colour nor size';
    report.note('left out', text, product.sku);
    return undefined;
  }
  report.note('imported', 'simple products that became a style of their own', product.sku);
  return { product, variants: [toVariant({ product, declared: attributes }, report)] };
}
