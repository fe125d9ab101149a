/** Usable products in, styles with their variants out. */
import type { Report } from '../report.ts';
import { colorOf, sizeOf } from './attributes.ts';
import type { ExportProduct } from './read-export.ts';
import { canBeStyle, usableProducts } from './usable-products.ts';
import { declaredMembers, type Member, toVariant, type Variant } from './variants.ts';

/** A product as buyers see it: the configurable product and its colours and sizes. */
export interface Style {
  readonly product: ExportProduct;
  readonly variants: readonly Variant[];
}

/**
 * Groups an export into styles, in its order. Each simple product that no style claims becomes a
 * style of its own where it has a colour or a size; everything left out is said.
 */
export function toStyles(rows: readonly ExportProduct[], report: Report): readonly Style[] {
  const products = usableProducts(rows, report);
  const members = joinMembers(products, report);
  const claimed = new Set([...members.values()].flat().map(({ product }) => product.sku));
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

/** The members of every configurable product: those it names, else those named after it. */
function joinMembers(
  products: ReadonlyMap<string, ExportProduct>,
  report: Report,
): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  for (const product of products.values()) {
    if (product.type !== 'configurable') continue;
    members.set(product.sku, declaredMembers(product, products, report));
  }
  const claimed = new Set([...members.values()].flat().map(({ product }) => product.sku));
  for (const product of products.values()) {
    if (product.type !== 'simple' || claimed.has(product.sku)) continue;
    const style = prefixes(product.sku).find((prefix) => members.has(prefix));
    if (style === undefined || products.get(style)?.variations.length !== 0) continue;
    members.get(style)?.push({ product, declared: new Map() });
    report.note('defaulted', 'variants joined to a style by their SKU alone', product.sku);
  }
  return members;
}

/** `MT1-XL-RED` → `MT1-XL`, `MT1`: what stands before each separator, longest first. */
function prefixes(sku: string): string[] {
  const separators = [...sku.matchAll(/[-_.]/g)];
  return separators.map(({ index }) => sku.slice(0, index)).reverse();
}

function toConfigurable(
  product: ExportProduct,
  members: readonly Member[],
  report: Report,
): Style | undefined {
  const online = members.filter((member) => member.product.online);
  const offline = members.filter((member) => !member.product.online);
  const hidden = offline.map((one) => one.product.sku);
  report.note('left out', 'variants that are not online', hidden);
  if (online.length === 0) {
    report.note('left out', 'styles without a variant', product.sku);
    return undefined;
  }
  return { product, variants: online.map((member) => toVariant(member, report)) };
}

function toSingle(product: ExportProduct, report: Report): Style | undefined {
  const { attributes } = product;
  if (colorOf(attributes) === undefined && sizeOf(attributes) === undefined) {
    const kind = 'simple products that are part of no style and have neither colour nor size';
    report.note('left out', kind, product.sku);
    return undefined;
  }
  report.note('taken', 'simple products that became a style of their own', product.sku);
  return { product, variants: [toVariant({ product, declared: attributes }, report)] };
}
