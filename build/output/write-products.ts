/**
 * Writes the products of a release: the object of each, and its part of the long documents. Products
 * that are in the previous release and did not change keep their object; their parts are copied.
 */
import { join } from 'node:path';
import { unitsAtOnce } from '../content/open-source.ts';
import type { ListedUnit, Outline } from '../content/outline.ts';
import { type Assembly, createAssembly } from './assembly.ts';
import { createBackground } from './background.ts';
import { codingOf, type Encoding } from './encode.ts';
import type { LongDocument } from './long-documents.ts';
import {
  contentHashOf,
  type ObjectRecord,
  objectName,
  objectPath,
  readWholeObject,
} from './objects.ts';
import type { Pool } from './pool.ts';
import type { PreviousRelease } from './previous-release.ts';
import { type ProductRendering, renderProductFiles } from './product-files.ts';
import { type IndexedProduct, type LongDocumentEntry, productLine } from './release-index.ts';

export interface ProductWriting {
  /** Output folder. */
  readonly out: string;
  /** Where the release is written. */
  readonly folder: string;
  readonly pool: Pool;
  readonly previous: PreviousRelease;
  readonly documents: readonly LongDocument[];
  readonly encoding: Encoding;
  /** In the order in which their parts are to stand. */
  readonly units: readonly ListedUnit[];
  keyOf(unit: ListedUnit): string;
  /** Reads products, in order. */
  read(units: readonly ListedUnit[]): Promise<readonly ReadProduct[]>;
  /** Called after each product. */
  onProduct(): void;
}

/** A product that was read, with what it is rendered with. */
export interface ReadProduct extends ProductRendering {
  readonly outline: Outline;
}

/** A product whose object is written. */
export interface WrittenProduct {
  readonly sku: string;
  readonly entry: IndexedProduct;
  /** Its line in the index. */
  readonly line: string;
  /** Whether its object is one of an earlier build. */
  readonly reused: boolean;
}

export interface WrittenProducts {
  /** In the order of their parts. */
  readonly products: readonly WrittenProduct[];
  /** Written, but not encoded yet. */
  readonly documents: readonly LongDocumentEntry[];
}

/** Writes them; throws what writing or rendering throws, when no task is running any more. */
export async function writeProducts(writing: ProductWriting): Promise<WrittenProducts> {
  const { documents, folder, previous } = writing;
  const offsets = previous.partOffsets(documents.map(({ paths: [path] }) => path));
  const assemblies = documents.map(({ paths: [path], beginning }) =>
    createAssembly(join(folder, path), beginning, offsets && join(previous.folder as string, path)),
  );
  try {
    const products = await writeAll(writing, assemblies, offsets ?? new Map());
    const entries = documents.map(({ paths: [path], beginning, end }, at) => {
      const stamp = (assemblies[at] as Assembly).finish(end());
      return { path, stamp, start: Buffer.byteLength(beginning) };
    });
    return { products, documents: entries };
  } catch (error) {
    for (const assembly of assemblies) assembly.abandon();
    throw error;
  }
}

async function writeAll(
  writing: ProductWriting,
  assemblies: readonly Assembly[],
  offsets: ReadonlyMap<string, readonly number[]>,
): Promise<WrittenProduct[]> {
  const { units, pool, onProduct } = writing;
  const background = createBackground();
  const written: WrittenProduct[] = [];
  try {
    for (let at = 0; at < units.length; at += unitsAtOnce) {
      for await (const { position, unit, known, product } of readNeeded(writing, at, offsets)) {
        if (known !== undefined) {
          for (const [index, length] of known.entry.parts.entries()) {
            if (length > 0) assemblies[index]?.copy(known.offsets[index] as number, length);
          }
          written[position] = known;
          onProduct();
          continue;
        }
        const parts = addParts(writing.documents, assemblies, product as ReadProduct);
        await pool.waitForCapacity();
        const work = writeOne(writing, unit, { product: product as ReadProduct, parts });
        background.add(
          work.then((result) => {
            written[position] = result;
            onProduct();
          }),
        );
      }
    }
  } finally {
    await background.done();
  }
  return written;
}

/** Adds the part of a product to each document that has one; returns their lengths, 0 for none. */
function addParts(
  documents: readonly LongDocument[],
  assemblies: readonly Assembly[],
  product: ReadProduct,
): readonly number[] {
  return assemblies.map((assembly, at) => {
    const part = documents[at]?.part(product);
    return part === undefined ? 0 : assembly.add(part);
  });
}

async function writeOne(
  { out, pool, encoding, keyOf }: ProductWriting,
  unit: ListedUnit,
  { product, parts }: { readonly product: ReadProduct; readonly parts: readonly number[] },
): Promise<WrittenProduct> {
  const { files, ...facts } = renderProductFiles(product, encoding);
  const content = contentHashOf(files);
  const object = objectName(content, encoding);
  const { record, reused } = await pool.writeObject({ out, name: object, files });
  const entry: IndexedProduct = {
    ...{ object, content, inputs: keyOf(unit), isClean: unit.isClean, outline: product.outline },
    ...{ ...facts, bytes: bytesOf(record), parts },
  };
  return { sku: unit.sku, entry, line: productLine(unit.sku, entry), reused };
}

/** The bytes of an object's files by form, every name counted. */
function bytesOf({ files }: ObjectRecord): IndexedProduct['bytes'] {
  const bytes: [number, number, number] = [0, 0, 0];
  for (const path in files) bytes[codingOf(path)] += files[path]?.[0] ?? 0;
  return bytes;
}

interface KnownProduct extends WrittenProduct {
  readonly offsets: readonly number[];
}

/** A product to write: taken as it is known, or read. */
interface NeededProduct {
  /** Its place in the order of parts. */
  readonly position: number;
  readonly unit: ListedUnit;
  readonly known: KnownProduct | undefined;
  readonly product: ReadProduct | undefined;
}

/** Goes through some products in their order; reads those that must be rendered. */
async function* readNeeded(
  { out, units, previous, keyOf, read }: ProductWriting,
  start: number,
  offsets: ReadonlyMap<string, readonly number[]>,
): AsyncGenerator<NeededProduct> {
  const some = units.slice(start, start + unitsAtOnce).map((unit) => {
    const found = previous.product(unit.sku, keyOf(unit));
    const partOffsets = offsets.get(unit.sku);
    if (found === undefined || partOffsets === undefined) return { unit, known: undefined };
    const { entry } = found;
    if (readWholeObject(join(out, objectPath(entry.object))) === undefined) {
      return { unit, known: undefined };
    }
    const isSame = entry.isClean === unit.isClean;
    const now = isSame ? entry : { ...entry, isClean: unit.isClean };
    const line = isSame ? found.line : productLine(unit.sku, now);
    const known = { sku: unit.sku, entry: now, line, reused: true, offsets: partOffsets };
    return { unit, known };
  });
  const unknown = some.filter(({ known }) => known === undefined).map(({ unit }) => unit);
  const products = unknown.length > 0 ? await read(unknown) : [];
  let next = 0;
  for (const [at, { unit, known }] of some.entries()) {
    const product = known === undefined ? products[next++] : undefined;
    yield { position: start + at, unit, known, product };
  }
}
