/** Renders the files of one product: its detail in each locale, and its drawn pictures. */
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import type { VariantRow } from '../content/schemas/tables.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductContext } from '../render/context.ts';
import { renderDetail } from '../render/detail.ts';
import { renderEntries } from '../render/exports.ts';
import { drawnImages, type PictureSizes, pictureSizes } from '../render/images.ts';
import { renderSummary } from '../render/summary.ts';
import { renderWithState } from './detail-state.ts';
import { type Encoding, effortOf } from './encode.ts';
import type { ObjectContent, ObjectFile } from './objects.ts';
import type { IndexedProduct, PartIds } from './release-index.ts';
import { wrapRenderErrors } from './rendered-file.ts';

/** A product and the data to render its files. */
export interface ProductRendering {
  readonly product: ProductContent;
  /** For each locale that shows the product: the data to render it in this locale, such as its prices and stock. */
  readonly contexts: readonly ProductContext[];
  /** The product's entry in the list of each locale, in the order of `contexts`. */
  readonly summaries: readonly ProductSummary[];
}

/**
 * Returns the data to render the files of a product. Already renders its entry in the product list of each locale,
 * because both the list and the detail contain it. If that fails, throws a `RenderError` that names the SKU.
 */
export function toRendering(
  product: ProductContent,
  contexts: readonly ProductContext[],
): ProductRendering {
  const summaries = wrapRenderErrors(`product ${product.sku}`, () =>
    contexts.map((context) => renderSummary(product, context)),
  );
  return { product, contexts, summaries };
}

/** The rendered files of a product, and the facts about it that `index.json` contains. */
export interface ProductFiles {
  /** The content of the product's object, the folder of its public files. */
  readonly object: ObjectContent;
  readonly locales: IndexedProduct['locales'];
  readonly pictures: IndexedProduct['pictures'];
  readonly pictureSizes?: PictureSizes;
  /** Pieces in stock, of all variants at all locations. */
  readonly pieces: number;
  readonly partIds: IndexedProduct['partIds'];
}

/**
 * Renders the detail of a product in each of its locales, and draws its pictures. Does not compress or write the files,
 * but sets the effort with which they are to be compressed: none if `encoding` is `none`. If rendering fails, throws a
 * `RenderError` that names the SKU.
 */
export function renderProductFiles(product: ProductRendering, encoding: Encoding): ProductFiles {
  return wrapRenderErrors(`product ${product.product.sku}`, () => renderAll(product, encoding));
}

function renderAll(
  { product, contexts, summaries }: ProductRendering,
  encoding: Encoding,
): ProductFiles {
  const toFile = (file: Omit<ObjectFile, 'effort'>): ObjectFile => {
    const effort = effortOf(`public/${file.paths[0]}`, file.bytes.length, encoding);
    return { ...file, ...(effort && { effort }) };
  };
  const details = contexts.map((context, at) =>
    toDetailFile(
      summaries[at] as ProductSummary,
      renderDetail(product, context, summaries[at]),
      context,
    ),
  );
  const [first] = contexts;
  // Drawn once, with the title in the first locale that shows it.
  const drawn = first === undefined ? [] : drawnImages(product, first);
  const sizes = first && pictureSizes(product, first.content);
  const pictures = drawn.map(([path, svg]) => {
    const bytes = Buffer.from(svg);
    return toFile({ paths: [path], bytes, sha256: sha256(bytes) });
  });
  return {
    object: {
      files: [...details.map(({ file }) => toFile(file)), ...pictures],
      states: Object.fromEntries(details.map(({ locale, state }) => [locale, state])),
      entries: Object.fromEntries(details.map(({ locale, entries }) => [locale, entries])),
    },
    locales: Object.fromEntries(details.map(({ locale, indexed }) => [locale, indexed])),
    pictures: Object.fromEntries(pictures.map(({ paths: [path], sha256 }) => [path, sha256])),
    ...(sizes && { pictureSizes: sizes }),
    // Each locale counts the stock of the locations that serve its market.
    pieces: (first?.stock ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
    partIds: partIdsOf(first?.variants ?? []),
  };
}

function toDetailFile(
  summary: ProductSummary,
  detail: ProductDetail,
  { content, locale }: ProductContext,
) {
  const { productName, brand, catalog, pricing } = detail;
  const { bytes, sha256: hash, state } = renderWithState(detail);
  const isDefault = locale === content.catalogue.defaultLocale;
  const path = objectFiles.detail(locale);
  const paths: ObjectFile['paths'] = isDefault ? [path, objectFiles.detail()] : [path];
  return {
    ...{ locale, file: { paths, bytes, sha256: hash }, state },
    entries: renderEntries(summary, detail, locale),
    indexed: {
      ...{ productName, brand: brand.name, category: catalog.category, sha256: hash },
      ...{ msrp: pricing.msrp, sizes: pricing.sizes },
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
