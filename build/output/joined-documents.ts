/**
 * Joins the documents that contain a part of every product from the parts in the objects: product lists, exports and
 * net prices.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles, privateFiles, publicFiles } from '../../contract/release.ts';
import { productListSchema } from '../../contract/schemas/list.ts';
import type { ProductRows } from '../content/content.ts';
import { type CatalogueContext, isSoldIn, withProduct } from '../render/context.ts';
import { type ExportFacts, type ExportFrame, exportFrames } from '../render/exports.ts';
import { compareInList, renderListFrame } from '../render/list.ts';
import { renderNetPrice } from '../render/net-prices.ts';
import { allOf } from './all-of.ts';
import { objectPath } from './object-records.ts';
import type { Paths, ReleaseFiles } from './release-files.ts';
import type { ReleasedProduct } from './released-product.ts';

/** The text around the parts of a document. */
type Frame = Pick<ExportFrame, 'beginning' | 'separator' | 'after' | 'end'>;

/** Number of products in a piece of a document that is compressed in pieces. */
const productsInPiece = 100;

/** Joins the parts of a document, and yields its bytes in pieces. */
export function* joinInPieces(
  { beginning, separator, after, end }: Frame,
  parts: Iterable<Uint8Array>,
): Generator<Buffer> {
  const [between, afterEach] = [Buffer.from(separator), Buffer.from(after)];
  let piece: Uint8Array[] = [Buffer.from(beginning)];
  let count = 0;
  for (const part of parts) {
    if (count > 0 && count % productsInPiece === 0) {
      yield Buffer.concat(piece);
      piece = [];
    }
    if (count > 0) piece.push(between);
    piece.push(part, afterEach);
    count += 1;
  }
  yield Buffer.concat([...piece, Buffer.from(end)]);
}

/** Returns the products in the order of the product list. */
export function inListOrder(
  products: readonly ReleasedProduct[],
  { content }: CatalogueContext,
): readonly ReleasedProduct[] {
  const compare = compareInList(content);
  return products.toSorted((a, b) => compare(a.listed, b.listed));
}

const frameSchema = productListSchema.omit({ products: true });

/** Writes the product list of each locale. `products` are in the order of the list. */
export function writeLists(
  products: readonly ReleasedProduct[],
  contexts: readonly CatalogueContext[],
  files: ReleaseFiles,
): void {
  for (const context of contexts) {
    const { locale, content } = context;
    const shown = products.filter(({ listed }) => isSoldIn(listed, locale));
    const entries = shown.map(({ entries }) => entriesIn(entries, locale).list);
    const listFrame = renderListFrame(
      context,
      shown.map(({ listed }) => listed),
    );
    const { categories, brands } = frameSchema.parse(listFrame);
    const beginning = `{"locale":"${locale}","products":[`;
    const end = `],"categories":${JSON.stringify(categories)},"brands":${JSON.stringify(brands)}}`;
    const frame = { beginning, separator: ',', after: '', end };
    const pieces = [...joinInPieces(frame, entries)];
    const isDefault = locale === content.catalogue.defaultLocale;
    const path = `public/${publicFiles.list(locale)}`;
    const paths: Paths = isDefault ? [path, `public/${publicFiles.list()}`] : [path];
    files.write([
      { paths, bytes: Buffer.concat(pieces), pieces: pieces.map(({ length }) => length) },
    ]);
  }
}

/**
 * Writes the net prices of each tier and locale: SKU → prices, in the order of `products`. `rowsOf` returns the rows of
 * a product with its net prices and surcharges.
 */
export function writeNetPrices(
  products: readonly ReleasedProduct[],
  contexts: readonly CatalogueContext[],
  {
    files,
    rowsOf,
  }: { readonly files: ReleaseFiles; rowsOf(product: ReleasedProduct): ProductRows },
): void {
  const [{ content }] = contexts as readonly [CatalogueContext];
  const { all: tiers } = content.catalogue.tiers;
  const parts = new Map<string, Buffer[]>(
    contexts.flatMap(({ locale }) =>
      tiers.map((tier) => [`private/${privateFiles.netPrices(tier, locale)}`, []]),
    ),
  );
  for (const product of products) {
    const { sizes = [] } = product.indexed.outline.product;
    const rows = rowsOf(product);
    for (const context of contexts.filter(({ locale }) => isSoldIn(product.listed, locale))) {
      const priced = withProduct(context, rows);
      for (const tier of tiers) {
        const price = JSON.stringify(renderNetPrice(tier, { sizes }, priced));
        const path = `private/${privateFiles.netPrices(tier, context.locale)}`;
        parts.get(path)?.push(Buffer.from(`${JSON.stringify(product.sku)}:${price}`));
      }
    }
  }
  for (const [path, own] of parts) {
    const frame = { beginning: '{', separator: ',', after: '', end: '}' };
    files.write([{ paths: [path], bytes: Buffer.concat([...joinInPieces(frame, own)]) }]);
  }
}

/** What `writeExports` needs besides the products. */
export interface ExportOptions {
  /** Output folder with the objects. */
  readonly out: string;
  readonly contexts: readonly CatalogueContext[];
  readonly files: ReleaseFiles;
}

/**
 * Writes the exports of each locale in their compressed forms: the catalogue and the stock, as JSON and CSV. `products`
 * are sorted by SKU.
 */
export async function writeExports(
  products: readonly ReleasedProduct[],
  { out, contexts, files }: ExportOptions,
  facts: ExportFacts,
): Promise<void> {
  for (const { locale, content } of contexts) {
    const shown = products.filter(({ listed }) => isSoldIn(listed, locale));
    const isDefault = content.catalogue.defaultLocale === locale;
    const writing = exportFrames(locale, facts).map((frame) => {
      const { part } = frame;
      const parts = function* () {
        for (const { object, entries } of shown) {
          // Read one by one: all details of a large catalogue do not fit in memory.
          yield part === 'detail'
            ? readDetail(out, object, locale)
            : entriesIn(entries, locale)[part];
        }
      };
      const paths = (isDefault ? [locale, undefined] : [locale]).map(
        (each) => `public/${publicFiles.export(frame.form, each)}`,
      );
      return files.writeCompressed(paths as unknown as Paths, joinInPieces(frame, parts()));
    });
    await allOf(writing);
  }
}

/** Returns the bytes of a product's detail as released. Throws file-system errors. */
export function readDetail(out: string, object: string, locale: Locale): Buffer {
  return readFileSync(join(out, objectPath(object), objectFiles.detail(locale)));
}

function entriesIn(entries: ReleasedProduct['entries'], locale: Locale) {
  const own = entries[locale];
  if (own === undefined) throw new Error(`a product has no entries in ${locale}`);
  return own;
}
