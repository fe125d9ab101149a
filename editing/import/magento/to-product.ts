/** The product file of a style, with its pictures as https addresses. */

import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { markets } from '../../../contract/locales.ts';
import type { Report } from '../report.ts';
import { sortSizes } from '../sizes.ts';
import { namesById, toId, toPlainText, toSentences } from '../text.ts';
import { type Attributes, materialsOf, tagOf, toMaterialCodes } from './attributes.ts';
import type { Classification } from './categories.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** What a product file is made from. */
interface ProductParts {
  readonly style: Style;
  readonly classification: Classification;
  readonly images: StyleImages;
  /** Id of the brand. */
  readonly brand: string;
  /** Sizes in the order in which the export declares them. */
  readonly sizeOptions: readonly string[];
}

/** Returns the content of a product file; its references are ids of the shared files. */
export function toProductContent(parts: ProductParts): ProductContent {
  const { style, classification, images, brand, sizeOptions } = parts;
  const { product, variants } = style;
  const name = toPlainText(product.name) || product.sku;
  const patterns = namesById(product.attributes.get('pattern') ?? []);
  return {
    sku: product.sku,
    name: { en: name },
    descriptions: toDescriptions(product),
    ...toFacets(product.attributes),
    brand,
    category: toId(classification.category),
    for: classification.for,
    inspiration: [...namesById(classification.collections).keys()],
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

function toDescriptions({ description, shortDescription }: ExportProduct) {
  const short = toSentences(shortDescription);
  const long = toSentences(description);
  return {
    ...(short === '' ? {} : { short: { en: short } }),
    ...(long === '' ? {} : { long: { en: long } }),
  };
}

/** Returns the members that come from attributes, without empty ones. */
function toFacets(attributes: Attributes) {
  const words = [...(attributes.get('climate') ?? []), ...(attributes.get('pattern') ?? [])];
  const keywords = [...namesById(words).values()];
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

/** Addresses of the pictures of a style. */
export interface StyleImages {
  /** By colour id. */
  readonly byColor: ReadonlyMap<string, readonly string[]>;
  /** Of the style as a whole. */
  readonly own: readonly string[];
}

/** Returns a style's pictures, each once; a style without its own has those of its first colour. */
export function toStyleImages(
  { product, variants }: Style,
  base: string | undefined,
  report: Report,
): StyleImages {
  const byColor = new Map<string, string[]>();
  for (const variant of variants) {
    const color = toId(variant.color);
    const known = byColor.get(color) ?? [];
    byColor.set(color, [...new Set([...known, ...toUrls(variant.product, base, report)])]);
  }
  const own = [...new Set(toUrls(product, base, report))];
  const first = [...byColor.values()].find((urls) => urls.length > 0) ?? [];
  return { byColor, own: own.length > 0 ? own : first };
}

/** What Magento writes for a product without a picture. */
const noPicture = 'no_selection';

/** Returns the https addresses of a product's pictures; leaves out and notes pictures without one. */
function toUrls(product: ExportProduct, base: string | undefined, report: Report): string[] {
  const paths = product.images.filter((path) => path !== '' && path !== noPicture);
  return paths.flatMap((path) => {
    if (/^https:\/\/[^\s"<>]+$/i.test(path)) return [path];
    if (base === undefined || /^[a-z]+:/i.test(path)) {
      const reason = base === undefined ? 'give --images URL' : 'not https';
      report.note('left out', `pictures without an https address (${reason})`, path);
      return [];
    }
    const parts = path.split(/[\\/]+/).filter((part) => !['', '.', '..'].includes(part));
    return [[base, ...parts.map(encodeURIComponent)].join('/')];
  });
}
