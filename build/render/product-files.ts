/** Renders the files of one product: its detail in each locale, its drawn pictures, and its parts of lists and exports. */
import { basename } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { hashedPath } from '../../contract/pictures.ts';
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import { type ProductContent, pictureFiles } from '../content/schemas/product.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductContext } from './context.ts';
import { renderDetail } from './detail.ts';
import { type DetailStates, renderWithState } from './detail-state.ts';
import { type ProductParts, renderParts } from './exports.ts';
import { drawnImages } from './images.ts';
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
export interface IndexedDetail
  extends Pick<ProductDetail['pricing'], 'msrp' | 'sizes' | 'upcoming'> {
  readonly productName: string;
  readonly brand: string;
  readonly category: string;
  /** SHA-256 of the plain document; its first 16 digits are the `revision` in the sync listing and in changes. */
  readonly sha256: string;
}

type InLocales<Value> = Readonly<Partial<Record<Locale, Value>>>;

/** The facts about a product that only its rendering knows; `index.json` contains them. */
export interface ProductFacts {
  /** The facts of the product in each locale that shows it. */
  readonly locales: InLocales<IndexedDetail>;
  /** Path within the product's object → SHA-256, for the pictures that the build has drawn. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Path in `assets/` → SHA-256, for each picture of the product; undefined if none. */
  readonly pictureHashes?: Readonly<Record<string, string>> | undefined;
  /** Pieces in stock, of all variants at all locations. */
  readonly pieces: number;
  /** Part id → colour and size of the variant; undefined for a product without part ids. */
  readonly partIds?: Readonly<Record<string, readonly [color: string, size: string]>> | undefined;
}

/** The rendered files of a product, for each locale that shows it. */
export interface RenderedProduct {
  readonly files: readonly ProductFile[];
  readonly states: DetailStates;
  /** The product's parts of the list and the exports. */
  readonly parts: InLocales<ProductParts>;
  readonly facts: ProductFacts;
}

/**
 * Renders the detail of a product in each locale that shows it (`contexts`, at least one), and draws its pictures. If
 * rendering fails, throws a `RenderError` that names the SKU.
 */
export function renderProduct(
  product: ProductContent,
  contexts: readonly ProductContext[],
): RenderedProduct {
  return wrapRenderErrors(`product ${product.sku}`, () => {
    const [first] = contexts as readonly [ProductContext];
    // Drawn once, with the title in the first locale that shows it; before the details, which have the hashes.
    const pictures = drawnImages(product, first).map(([path, svg]) => {
      const bytes = Buffer.from(svg);
      const hash = sha256(bytes);
      return { path, paths: [path, hashedPath(path, hash)] as const, bytes, sha256: hash };
    });
    const drawn = new Map(pictures.map(({ path, sha256 }) => [basename(path, '.svg'), sha256]));
    const details = contexts.map((context) => renderIn({ ...context, drawn }, product));
    const inLocales = <Name extends keyof (typeof details)[number]>(name: Name) =>
      Object.fromEntries(details.map((detail) => [detail.locale, detail[name]]));
    const { inventory, variants } = first.rows;
    const shown = pictureFiles(product).flatMap((file) => {
      const picture = first.content.pictures.get(file);
      return picture ? [[file, picture.sha256] as const] : [];
    });
    const partIds = variants.flatMap(({ part_id: partId, color, size }) =>
      partId === undefined ? [] : [[partId, [color, size]] as const],
    );
    return {
      files: [...details.map(({ file }) => file), ...pictures],
      states: inLocales('state'),
      parts: inLocales('parts'),
      facts: {
        locales: inLocales('indexed'),
        pictures: Object.fromEntries(pictures.map(({ path, sha256 }) => [path, sha256])),
        pictureHashes: recordOf(shown),
        // Each locale counts the stock of the locations that serve its market.
        pieces: inventory.reduce((sum, { quantity }) => sum + quantity, 0),
        partIds: recordOf(partIds),
      },
    };
  });
}

function recordOf<Value>(entries: readonly (readonly [name: string, value: Value])[]) {
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function renderIn(context: ProductContext, product: ProductContent) {
  const { content, locale } = context;
  const summary = renderSummary(product, context);
  const detail = renderDetail(product, context, summary);
  const { productName, brand, catalog, pricing } = detail;
  const { bytes, sha256, state } = renderWithState(detail);
  const path = objectFiles.detail(locale);
  const isDefault = locale === content.catalogue.defaultLocale;
  const paths: ProductFile['paths'] = isDefault ? [path, objectFiles.detail()] : [path];
  return {
    ...{ locale, file: { paths, bytes, sha256 }, state },
    parts: renderParts(summary, detail, locale),
    indexed: omitUndefined({
      ...{ productName, brand: brand.name, category: catalog.category, sha256 },
      ...{ msrp: pricing.msrp, sizes: pricing.sizes, upcoming: pricing.upcoming },
    }),
  };
}
