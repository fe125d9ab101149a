/** Joins each configurable product with its simple products by colour and size. */
import type { Report } from '../report.ts';
import { type Attributes, colorOf, sizeOf } from './attributes.ts';
import type { ExportProduct } from './read-export.ts';
import { normalizeSize, oneSize } from './sizes.ts';

/** The colour of a style whose export names none. */
const unnamedColor = 'As shown';

/** A simple product as one colour and size of a style. */
export interface Variant {
  readonly product: ExportProduct;
  readonly color: string;
  readonly size: string;
}

/** A simple product of a style, with what the style's own row says about it. */
export interface Member {
  readonly product: ExportProduct;
  readonly declared: Attributes;
}

/** The members that `configurable_variations` names, each once. */
export function declaredMembers(
  style: ExportProduct,
  products: ReadonlyMap<string, ExportProduct>,
  report: Report,
): Member[] {
  const distinct = new Map(style.variations.map((variation) => [variation.sku, variation]));
  return [...distinct.values()].flatMap(({ sku, attributes }) => {
    const product = products.get(sku);
    if (product?.type === 'simple') return [{ product, declared: attributes }];
    report.note('left out', 'variants that a style names but the export does not hold', sku);
    return [];
  });
}

/** Turns a member into a variant; says where its colour or size had to be chosen. */
export function toVariant({ product, declared }: Member, report: Report): Variant {
  const color = colorOf(product.attributes) ?? colorOf(declared);
  const size = sizeOf(product.attributes) ?? sizeOf(declared);
  const otherColor = colorOf(declared);
  if (otherColor !== undefined && otherColor.toLowerCase() !== color?.toLowerCase()) {
    const kind = 'variants with another colour in their style’s row: their own was taken';
    report.note('defaulted', kind, product.sku);
  }
  if (color === undefined) {
    report.note('defaulted', `variants without a colour: ${unnamedColor}`, product.sku);
  }
  if (size === undefined) {
    report.note('defaulted', `variants without a size: ${oneSize}`, product.sku);
  }
  return {
    product,
    color: color ?? unnamedColor,
    size: size === undefined ? oneSize : normalizeSize(size),
  };
}
