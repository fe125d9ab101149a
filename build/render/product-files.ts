/** Renders the files of one product: its detail in each locale, its drawn pictures, and its parts of lists and exports. */
import { basename } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { hashedPath } from '../../contract/pictures.ts';
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import type { VariantRow } from '../content/schemas/tables.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductContext } from './context.ts';
import { renderDetail } from './detail.ts';
import { type DetailStates, renderWithState } from './detail-state.ts';
import { type ProductParts, renderParts } from './exports.ts';
import { drawnImages, type PictureHashes, pictureHashes } from './images.ts';
import { wrapRenderErrors } from './render-error.ts';
import { renderSummary } from './summary.ts';

/** A public file of a product before it is compressed and stored in an object. */
export interface ProductFile {
  /** Paths within the object; a file with several paths is stored under each of them. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`, in hexadecimal. */
  readonly sha256: string;
}

/** The facts of a product in one locale, as in the product's detail; `brand` and `category` are names. */
export interface IndexedDetail {
  readonly productName: string;
  readonly brand: string;
  readonly category: string;
  /** SHA-256 of the plain document; its first 16 digits are the `revision` in the sync listing and in changes. */
  readonly sha256: string;
  readonly msrp: ProductDetail['pricing']['msrp'];
  readonly sizes: ProductDetail['pricing']['sizes'];
  readonly upcoming?: ProductDetail['pricing']['upcoming'];
}

/** Part id → the colour and size of the variant that it identifies. */
export type PartIds = Readonly<Record<string, readonly [color: string, size: string]>>;

/** The facts about a product that only its rendering knows; `index.json` contains them. */
export interface ProductFacts {
  /** The facts of the product in each locale that shows it. */
  readonly locales: Readonly<Partial<Record<Locale, IndexedDetail>>>;
  /** Path within the product's object → SHA-256, for the pictures that the build has drawn. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Path in `assets/` → SHA-256, for each picture of the product; undefined if none. */
  readonly pictureHashes?: PictureHashes | undefined;
  /** Pieces in stock, of all variants at all locations. */
  readonly pieces: number;
  /** Part id → colour and size of the variant; undefined for a product without part ids. */
  readonly partIds?: PartIds | undefined;
}

/** The rendered files of a product. */
export interface RenderedProduct {
  readonly files: readonly ProductFile[];
  readonly states: DetailStates;
  /** The product's parts of the list and the exports, for each locale that shows the product. */
  readonly parts: Readonly<Partial<Record<Locale, ProductParts>>>;
  readonly facts: ProductFacts;
}

/**
 * Renders the detail of a product in each locale that shows it (`contexts`), and draws its pictures. If rendering fails,
 * throws a `RenderError` that names the SKU.
 */
export function renderProduct(
  product: ProductContent,
  contexts: readonly ProductContext[],
): RenderedProduct {
  return wrapRenderErrors(`product ${product.sku}`, () => renderAll(product, contexts));
}

function renderAll(product: ProductContent, contexts: readonly ProductContext[]): RenderedProduct {
  const [first] = contexts;
  // Drawn once, with the title in the first locale that shows it; before the details, which have the hashes.
  const drawn = first === undefined ? [] : drawnImages(product, first);
  const pictures = drawn.map(([path, svg]): ProductFile => {
    const bytes = Buffer.from(svg);
    const hash = sha256(bytes);
    return { paths: [path, hashedPath(path, hash)], bytes, sha256: hash };
  });
  const names = new Map(
    pictures.map(({ paths: [path], sha256 }) => [basename(path, '.svg'), sha256]),
  );
  const details = contexts.map((context) => renderIn({ ...context, drawn: names }, product));
  const hashes = first && pictureHashes(product, first.content);
  return {
    files: [...details.map(({ file }) => file), ...pictures],
    states: Object.fromEntries(details.map(({ locale, state }) => [locale, state])),
    parts: Object.fromEntries(details.map(({ locale, parts }) => [locale, parts])),
    facts: {
      locales: Object.fromEntries(details.map(({ locale, indexed }) => [locale, indexed])),
      pictures: Object.fromEntries(pictures.map(({ paths: [path], sha256 }) => [path, sha256])),
      ...(hashes && { pictureHashes: hashes }),
      // Each locale counts the stock of the locations that serve its market.
      pieces: (first?.stock ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
      partIds: partIdsOf(first?.variants ?? []),
    },
  };
}

function renderIn(context: ProductContext, product: ProductContent) {
  const { content, locale } = context;
  const summary = renderSummary(product, context);
  const detail = renderDetail(product, context, summary);
  const { productName, brand, catalog, pricing } = detail;
  const { bytes, sha256: hash, state } = renderWithState(detail);
  const isDefault = locale === content.catalogue.defaultLocale;
  const path = objectFiles.detail(locale);
  const paths: ProductFile['paths'] = isDefault ? [path, objectFiles.detail()] : [path];
  return {
    ...{ locale, file: { paths, bytes, sha256: hash }, state },
    parts: renderParts(summary, detail, locale),
    indexed: {
      ...{ productName, brand: brand.name, category: catalog.category, sha256: hash },
      ...{ msrp: pricing.msrp, sizes: pricing.sizes },
      ...(pricing.upcoming && { upcoming: pricing.upcoming }),
    },
  };
}

/**
 * Returns part id → colour and size of the variant that has it. Leaves out variants without a part id; returns
 * undefined if none has one.
 */
function partIdsOf(variants: readonly VariantRow[]): PartIds | undefined {
  const partIds = Object.fromEntries(
    variants.flatMap(({ part_id: partId, color, size }) =>
      partId === undefined ? [] : [[partId, [color, size] as const]],
    ),
  );
  return Object.keys(partIds).length > 0 ? partIds : undefined;
}
