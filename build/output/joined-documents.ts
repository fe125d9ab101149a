/** Joins product lists and exports, which have a part of every product, from the parts in the objects. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles, publicFiles } from '../../contract/release.ts';
import { productListSchema } from '../../contract/schemas/list.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { type ExportFacts, type ExportFrame, exportFrames } from '../render/exports.ts';
import { compareInList, renderListFrame } from '../render/list.ts';
import { allOf } from './all-of.ts';
import type { Paths } from './file-forms.ts';
import { objectPath, type PartRanges, partsFile } from './objects.ts';
import type { ReleasedProduct } from './release-records.ts';
import type { WriteOptions } from './write-release.ts';

type JoinOptions = Pick<WriteOptions, 'out' | 'contexts' | 'files'>;

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
  const lists = contexts.map((context) => {
    const { locale } = context;
    const shown = products.flatMap(({ listed }) => (isSoldIn(listed, locale) ? [listed] : []));
    const { categories, brands } = frameSchema.parse(renderListFrame(context, shown));
    const pieces: Buffer[] = [];
    return {
      ...({ context, locale, pieces, part: 'list', separator: ',', after: '' } as const),
      beginning: `{"locale":"${locale}","products":[`,
      end: `],"categories":${JSON.stringify(categories)},"brands":${JSON.stringify(brands)}}`,
      add: (piece: Buffer) => pieces.push(piece),
    };
  });
  await joinInPieces(out, products, lists);
  for (const { context, pieces } of lists) {
    const paths = pathsIn(context, publicFiles.list);
    const lengths = pieces.map(({ length }) => length);
    files.write([{ paths, bytes: Buffer.concat(pieces), pieces: lengths }]);
  }
}

/** Writes the exports of each locale, only in their compressed forms. `products` are sorted by SKU. */
export async function writeExports(
  products: readonly ReleasedProduct[],
  { out, contexts, files }: JoinOptions,
  facts: ExportFacts,
): Promise<void> {
  const exports = contexts.flatMap((context) =>
    exportFrames(context.locale, facts).map((frame) => {
      const paths = pathsIn(context, (locale) => publicFiles.export(frame.form, locale));
      return { ...frame, locale: context.locale, ...files.openCompressed(paths) };
    }),
  );
  await joinInPieces(out, products, exports);
  await allOf(exports.map(({ close }) => close()));
}

/** Returns the paths of a document of a locale: that of the default locale also has the path without a locale. */
function pathsIn(
  { locale, content }: CatalogueContext,
  pathOf: (locale?: Locale) => string,
): Paths {
  const own = `public/${pathOf(locale)}`;
  return content.catalogue.defaultLocale === locale ? [own, `public/${pathOf()}`] : [own];
}

/** The text around the parts of a document. */
type Frame = Pick<ExportFrame, 'beginning' | 'separator' | 'after' | 'end'>;

/** A document of a locale, and a function that adds its next piece. */
interface JoinedDocument extends Frame {
  readonly locale: Locale;
  readonly part: ExportFrame['part'];
  add(piece: Buffer): unknown;
}

/** Number of products in a piece of a document that is compressed in pieces. */
const productsInPiece = 100;

/**
 * Adds all pieces of each document: its beginning, the parts of 100 products at a time, because all parts of a large
 * catalogue do not fit in memory, and its end. Waits for `add` before it reads on.
 */
async function joinInPieces(
  out: string,
  products: readonly ReleasedProduct[],
  documents: readonly JoinedDocument[],
): Promise<void> {
  const addTo = (pieceOf: (document: JoinedDocument) => Buffer) =>
    allOf(documents.map(async (document) => document.add(pieceOf(document))));
  const started = new Set<JoinedDocument>();
  await addTo(({ beginning }) => Buffer.from(beginning));
  for (let at = 0; at < products.length; at += productsInPiece) {
    const readers = products
      .slice(at, at + productsInPiece)
      .map(({ indexed, parts }) => createPartReader(out, indexed.object, parts));
    await addTo((document) => {
      const parts = readers.flatMap((read) => read(document.locale, document.part) ?? []);
      const piece = joinPiece(document, parts, !started.has(document));
      if (parts.length > 0) started.add(document);
      return piece;
    });
  }
  await addTo(({ end }) => Buffer.from(end));
}

/** Joins the parts of a document from its beginning up to its end. */
export function joinParts(frame: Frame, parts: readonly Uint8Array[]): Buffer {
  const { beginning, end } = frame;
  return Buffer.concat([Buffer.from(beginning), joinPiece(frame, parts, true), Buffer.from(end)]);
}

/** Joins the parts of a piece of a document; `isFirst` is true if no part of the document is before it. */
function joinPiece(
  { separator, after }: Frame,
  parts: readonly Uint8Array[],
  isFirst: boolean,
): Buffer {
  const [between, afterEach] = [Buffer.from(separator), Buffer.from(after)];
  const joined = parts.flatMap((part) => [between, part, afterEach]);
  return Buffer.concat(isFirst ? joined.slice(1) : joined);
}

/** Returns a function that reads a part of a product in a locale; undefined if the locale does not show the product. */
export function createPartReader(out: string, object: string, ranges: PartRanges) {
  const folder = join(out, objectPath(object));
  let bytes: Buffer | undefined;
  return (locale: Locale, part: ExportFrame['part']): Buffer | undefined => {
    const own = ranges[locale];
    if (own === undefined) return undefined;
    if (part === 'detail') return readFileSync(join(folder, objectFiles.detail(locale)));
    bytes ??= readFileSync(join(folder, partsFile));
    return bytes.subarray(...own[part]);
  };
}
