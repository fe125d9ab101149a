/** One priced style and its place in, `products/<SKU>.json` out. */

import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { markets } from '../../../contract/locales.ts';
import type { Attributes } from './attributes.ts';
import type { Placing } from './categories.ts';
import { toPlainText, toSentences } from './html-text.ts';
import type { StyleImages } from './images.ts';
import { toMaterialCodes } from './materials.ts';
import { namesById, toId } from './names.ts';
import { sortSizes } from './sizes.ts';
import type { Style } from './styles.ts';
import { tagOf } from './tags.ts';

interface ProductParts {
  readonly style: Style;
  readonly name: string;
  readonly placing: Placing;
  readonly images: StyleImages;
  /** Id of the brand. */
  readonly brand: string;
  /** Sizes in the order in which the export declares them. */
  readonly sizeOptions: readonly string[];
}

/** The materials of a product as the export names them. */
export function materialsOf(attributes: Attributes): readonly string[] {
  return attributes.get('material') ?? [];
}

function toDescriptions({ description, shortDescription }: Style['product']) {
  const short = toSentences(shortDescription);
  const long = toSentences(description);
  return {
    ...(short === '' ? {} : { short: { en: short } }),
    ...(long === '' ? {} : { long: { en: long } }),
  };
}

function keywordsOf(attributes: Attributes): string[] {
  const words = [...(attributes.get('climate') ?? []), ...(attributes.get('pattern') ?? [])];
  return [...namesById(words).values()];
}

/** What the style's attributes say, where they say anything. */
function toFacets(attributes: Attributes) {
  const keywords = keywordsOf(attributes);
  const tag = tagOf(attributes);
  const fabrics = [...namesById(materialsOf(attributes)).keys()];
  const materials = [...toMaterialCodes(materialsOf(attributes)).keys()];
  return {
    ...(keywords.length === 0 ? {} : { keywords: { en: keywords } }),
    ...(tag === undefined ? {} : { tag }),
    ...(fabrics.length === 0 ? {} : { fabrics }),
    ...(materials.length === 0 ? {} : { materials }),
  };
}

/** Makes a product's content; nothing of it refers to what the shared files do not hold. */
export function toProductContent(parts: ProductParts): ProductContent {
  const { style, name, placing, images, brand, sizeOptions } = parts;
  const { product, variants } = style;
  const patterns = namesById(product.attributes.get('pattern') ?? []);
  return {
    sku: product.sku,
    name: { en: name },
    descriptions: toDescriptions(product),
    ...toFacets(product.attributes),
    brand,
    category: toId(placing.category),
    for: placing.for,
    inspiration: [...namesById(placing.collections).keys()],
    markets: [...markets],
    minimumOrder: { quantity: 1 },
    studio: false,
    customization: {
      colorBlocks: patterns.has('color-blocked') || patterns.has('colour-blocked'),
      decorations: [],
    },
    images: images.own.map((file) => ({ file, alt: { en: name } })),
    colors: [...images.byColor].map(([color, files]) => ({ color, images: [...files] })),
    sizes: sortSizes(
      variants.map(({ size }) => size),
      sizeOptions,
    ),
  };
}

/** A style's name on one line, or its SKU where it has none. */
export function nameOf({ name, sku }: Style['product']): string {
  return toPlainText(name) || sku;
}
