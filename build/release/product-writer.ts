/**
 * Writes what belongs to products: their own files, and their parts of the long documents. What an
 * earlier build made of the same inputs is taken, everything else rendered.
 */
import { join } from 'node:path';
import type { AssembledDocument } from '../cache/index-file.ts';
import type { FileRecord, KnownUnit } from '../cache/records.ts';
import type { RenderContext } from '../render/context.ts';
import type { ProductContent } from '../schemas/product.ts';
import { type Assembly, createAssembly } from './assembly.ts';
import { createBackground } from './background.ts';
import type { LongDocument } from './long-documents.ts';
import { renderProductFiles } from './product-files.ts';
import type { TreeFiles, Workshop } from './tree-files.ts';

/** Known products whose files are placed by one task. */
const batchSize = 64;

export interface ProductWriting extends Workshop {
  readonly draft: string;
  readonly files: TreeFiles;
  readonly contexts: readonly RenderContext[];
  readonly documents: readonly LongDocument[];
  /** In the order in which their parts are to stand. */
  readonly products: readonly ProductContent[];
  keyOf(product: ProductContent): string;
  /** Told after each product. */
  onProduct(): void;
}

/** A product that is being written. */
interface Unit {
  readonly product: ProductContent;
  readonly key: string;
  readonly lengths: readonly number[];
  files: readonly FileRecord[];
}

/**
 * Writes them into the draft, and remembers each in the cache. Gives the long documents, which are
 * not compressed yet. Throws what writing or rendering throws, when nothing is under way any more.
 */
export async function writeProducts(writing: ProductWriting): Promise<AssembledDocument[]> {
  const { documents, draft, cache } = writing;
  const assemblies = documents.map(({ paths: [path], beginning }) =>
    createAssembly(join(draft, path), beginning, cache.document(path)),
  );
  let units: readonly Unit[];
  try {
    units = await writeUnits(writing, assemblies);
  } catch (error) {
    for (const assembly of assemblies) assembly.abandon();
    throw error;
  }
  for (const { key, files, lengths } of units) cache.keepUnit(key, { files, lengths });
  return documents.map(({ paths: [path], beginning, end }, at) => {
    const stamp = (assemblies[at] as Assembly).finish(end());
    return { path, stamp, start: Buffer.byteLength(beginning) };
  });
}

async function writeUnits(
  writing: ProductWriting,
  assemblies: readonly Assembly[],
): Promise<readonly Unit[]> {
  const { products, pool, cache, keyOf, documents } = writing;
  const background = createBackground();
  const units: Unit[] = [];
  const batch: Unit[] = [];
  try {
    for (const product of products) {
      const key = keyOf(product);
      const known = cache.unit(key);
      const lengths = writeParts({ product, known, documents, assemblies });
      const unit: Unit = { product, key, lengths, files: known?.files ?? [] };
      units.push(unit);
      await pool.room();
      if (known) batch.push(unit);
      else background.add(renderUnit(unit, writing));
      if (batch.length === batchSize) background.add(takeUnits(batch.splice(0), writing));
    }
    background.add(takeUnits(batch.splice(0), writing));
  } finally {
    await background.done();
  }
  return units;
}

/** Adds a product's part to each document that has one; gives their lengths, 0 for none. */
function writeParts(options: {
  product: ProductContent;
  known: KnownUnit | undefined;
  documents: readonly LongDocument[];
  assemblies: readonly Assembly[];
}): readonly number[] {
  const { product, known, documents, assemblies } = options;
  const { offsets, lengths } = known ?? {};
  if (offsets === undefined || lengths === undefined) {
    return assemblies.map((assembly, at) => {
      const part = documents[at]?.part(product);
      return part === undefined ? 0 : assembly.add(part);
    });
  }
  for (const [at, length] of lengths.entries()) {
    if (length > 0) assemblies[at]?.copy(offsets[at] as number, length);
  }
  return lengths;
}

async function renderUnit(unit: Unit, writing: ProductWriting): Promise<void> {
  const { contexts, files, onProduct } = writing;
  unit.files = await files.place(renderProductFiles(unit.product, contexts));
  onProduct();
}

/** Places the files of known products; those that are lost or damaged are rendered again. */
async function takeUnits(units: readonly Unit[], writing: ProductWriting): Promise<void> {
  const { contexts, files, onProduct } = writing;
  const isPlaced = await files.placeKnown(units.flatMap((unit) => unit.files));
  let first = 0;
  for (const unit of units) {
    const lost = unit.files.filter((_file, at) => !isPlaced[first + at]);
    first += unit.files.length;
    if (lost.length > 0) {
      const paths = lost.map((file) => file.paths[0]);
      const rendered = renderProductFiles(unit.product, contexts);
      await files.place(rendered.filter((file) => paths.includes(file.paths[0])));
    }
    onProduct();
  }
}
