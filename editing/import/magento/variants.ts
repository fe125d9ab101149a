/** The variants of a style: simple products with a colour and a size of this catalogue. */
import type { Report } from '../report.ts';
import { normalizeSize, oneSize } from '../sizes.ts';
import { noColor } from '../standard-texts.ts';
import { type Attributes, colorOf, sizeOf } from './attributes.ts';
import type { ExportProduct } from './read-export.ts';

/** A simple product as one colour and size of a style. */
export interface Variant {
  readonly product: ExportProduct;
  readonly color: string;
  readonly size: string;
}

/** A simple product of a style, with the attributes that the style's row declares for it. */
export interface Member {
  readonly product: ExportProduct;
  readonly declared: Attributes;
}

/** Returns the members that `configurable_variations` names, each once; notes missing ones. */
export function declaredMembers(
  style: ExportProduct,
  products: ReadonlyMap<string, ExportProduct>,
  report: Report,
): Member[] {
  const distinct = new Map(style.variations.map((variation) => [variation.sku, variation]));
  return [...distinct.values()].flatMap(({ sku, attributes }) => {
    const product = products.get(sku);
    if (product?.type === 'simple') return [{ product, declared: attributes }];
    report.note('left out', 'variants that a style names and the export lacks', sku);
    return [];
  });
}

/** Turns a member into a variant; notes a default colour or size, and a conflict of colours. */
export function toVariant({ product, declared }: Member, report: Report): Variant {
  const color = colorOf(product.attributes) ?? colorOf(declared);
  const size = sizeOf(product.attributes) ?? sizeOf(declared);
  const otherColor = colorOf(declared);
  if (otherColor !== undefined && otherColor.toLowerCase() !== color?.toLowerCase()) {
    const text = 'variants with another colour in their style’s row; they keep their own';
    report.note('defaulted', text, product.sku);
  }
  if (color === undefined) {
    report.note('defaulted', `variants without a colour: ${noColor.en}`, product.sku);
  }
  if (size === undefined) {
    report.note('defaulted', `variants without a size: ${oneSize}`, product.sku);
  }
  return {
    product,
    color: color ?? noColor.en,
    size: size === undefined ? oneSize : normalizeSize(size),
  };
}
