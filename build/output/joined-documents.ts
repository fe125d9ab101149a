/**
 * Joins the documents that contain a part of every product from the parts in the objects: product lists and
 * exports.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles, publicFiles } from '../../contract/release.ts';
import { productListSchema } from '../../contract/schemas/list.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import {
  type ExportFacts,
  type ExportFrame,
  exportFrames,
  type ProductParts,
} from '../render/exports.ts';
import { compareInList, renderListFrame } from '../render/list.ts';
import { allOf } from './all-of.ts';
import type { Paths } from './file-forms.ts';
import { objectPath, type PartRanges, partsFile } from './object-records.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleasedProduct } from './released-product.ts';

/** The text around the parts of a document. */
type Frame = Pick<ExportFrame, 'beginning' | 'separator' | 'after' | 'end'>;

/** What joined documents are made from besides the products. */
export interface JoinOptions {
  /** Output folder with the objects. */
  readonly out: string;
  readonly contexts: readonly CatalogueContext[];
  readonly files: ReleaseFiles;
}

/** Number of products in a piece of a document that is compressed in pieces. */
const productsInPiece = 100;

/** Joins the parts of a document from its beginning up to its end. */
export function joinParts(frame: Frame, parts: readonly Uint8Array[]): Buffer {
  const { beginning, end } = frame;
  return Buffer.concat([Buffer.from(beginning), joinPiece(frame, parts, 0), Buffer.from(end)]);
}

/** Joins the parts of a piece of a document; `earlier` is the number of parts in the pieces before. */
function joinPiece(
  { separator, after }: Pick<Frame, 'separator' | 'after'>,
  parts: readonly Uint8Array[],
  earlier: number,
): Buffer {
  const [between, afterEach] = [Buffer.from(separator), Buffer.from(after)];
  const joined = parts.flatMap((part, at) =>
    at + earlier === 0 ? [part, afterEach] : [between, part, afterEach],
  );
  return Buffer.concat(joined);
}

/** A joined document of a locale. */
interface Document extends Frame {
  readonly locale: Locale;
  readonly part: PartName;
}
/** The name of a part of a product: its detail, or one that is in its object beside it. */
type PartName = keyof ProductParts | 'detail';

/**
 * Reads the parts of the products, 100 products at a time, because all parts of a large catalogue do not fit in memory,
 * and calls `add` with each piece of each document. Waits for `add` before it reads on.
 */
async function joinInPieces<Joined extends Document>(
  out: string,
  products: readonly ReleasedProduct[],
  {
    documents,
    add,
  }: { documents: readonly Joined[]; add(document: Joined, piece: Buffer): unknown },
): Promise<void> {
  const counts = new Map(documents.map((document) => [document, 0]));
  for (let at = 0; at < products.length; at += productsInPiece) {
    const readers = products
      .slice(at, at + productsInPiece)
      .map(({ object, parts }) => createPartReader(out, object, parts));
    const adding = documents.map(async (document) => {
      const { locale, part } = document;
      const own = readers.flatMap((read) => read(locale, part) ?? []);
      const earlier = counts.get(document) ?? 0;
      counts.set(document, earlier + own.length);
      await add(document, joinPiece(document, own, earlier));
    });
    await allOf(adding);
  }
}

/**
 * Returns a function that reads a part of a product in a locale; it returns undefined if the locale does not show the
 * product, and throws file-system errors.
 */
export function createPartReader(out: string, object: string, ranges: PartRanges) {
  const folder = join(out, objectPath(object));
  let bytes: Buffer | undefined;
  return (locale: Locale, part: PartName): Buffer | undefined => {
    const own = ranges[locale];
    if (own === undefined) return undefined;
    if (part === 'detail') return readFileSync(join(folder, objectFiles.detail(locale)));
    bytes ??= readFileSync(join(folder, partsFile));
    return bytes.subarray(...own[part]);
  };
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
export async function writeLists(
  products: readonly ReleasedProduct[],
  { out, contexts, files }: JoinOptions,
): Promise<void> {
  const documents = contexts.map((context) => ({
    ...{ ...listFrameOf(products, context), context, locale: context.locale },
    ...{ part: 'list' as const, pieces: [] as Buffer[] },
  }));
  await joinInPieces(out, products, { documents, add: ({ pieces }, piece) => pieces.push(piece) });
  for (const { locale, context, pieces, beginning, end } of documents) {
    const all = [Buffer.from(beginning), ...pieces, Buffer.from(end)];
    const paths = pathsIn(context, publicFiles.list(locale), publicFiles.list());
    files.write([{ paths, bytes: Buffer.concat(all), pieces: all.map(({ length }) => length) }]);
  }
}

function listFrameOf(products: readonly ReleasedProduct[], context: CatalogueContext): Frame {
  const { locale } = context;
  const shown = products.flatMap(({ listed }) => (isSoldIn(listed, locale) ? [listed] : []));
  const { categories, brands } = frameSchema.parse(renderListFrame(context, shown));
  const beginning = `{"locale":"${locale}","products":[`;
  const end = `],"categories":${JSON.stringify(categories)},"brands":${JSON.stringify(brands)}}`;
  return { beginning, separator: ',', after: '', end };
}

/** Returns the paths of a document of a locale: the default locale also has the path without a locale. */
function pathsIn({ locale, content }: CatalogueContext, own: string, unnamed: string): Paths {
  const isDefault = content.catalogue.defaultLocale === locale;
  return isDefault ? [`public/${own}`, `public/${unnamed}`] : [`public/${own}`];
}

/**
 * Writes the exports of each locale in their compressed forms: the catalogue and the stock, as JSON and CSV. `products`
 * are sorted by SKU.
 */
export async function writeExports(
  products: readonly ReleasedProduct[],
  { out, contexts, files }: JoinOptions,
  facts: ExportFacts,
): Promise<void> {
  const documents = contexts.flatMap((context) =>
    exportFrames(context.locale, facts).map((frame) => {
      const [own, unnamed] = [context.locale, undefined].map((locale) =>
        publicFiles.export(frame.form, locale),
      ) as [string, string];
      const file = files.openCompressed(pathsIn(context, own, unnamed));
      return { ...frame, locale: context.locale, file };
    }),
  );
  await allOf(documents.map(({ file, beginning }) => file.add(Buffer.from(beginning))));
  await joinInPieces(out, products, { documents, add: ({ file }, piece) => file.add(piece) });
  await allOf(documents.map(({ file, end }) => file.end(Buffer.from(end))));
}
