/**
 * Writes what belongs to products: their own files, and their parts of the long documents. What an
 * earlier build made of the same inputs is taken, everything else rendered.
 */
import { join } from 'node:path';
import type { AssembledDocument } from '../cache/index-file.ts';
import type { FileRecord, KnownUnit } from '../cache/records.ts';
import { unitsAtOnce } from '../load/open-source.ts';
import type { ListedUnit } from '../load/outline.ts';
import { type Assembly, createAssembly } from './assembly.ts';
import { createBackground } from './background.ts';
import type { LongDocument } from './long-documents.ts';
import { type ProductRendering, renderProductFiles } from './product-files.ts';
import type { TreeFiles, Workshop } from './tree-files.ts';

/** Known products whose files are placed by one task. */
const batchSize = 64;

export interface ProductWriting extends Workshop {
  readonly draft: string;
  readonly files: TreeFiles;
  readonly documents: readonly LongDocument[];
  /** In the order in which their parts are to stand. */
  readonly units: readonly ListedUnit[];
  keyOf(unit: ListedUnit): string;
  /** Reads products, in order. */
  read(units: readonly ListedUnit[]): Promise<readonly ReadProduct[]>;
  /** Told after each product. */
  onProduct(): void;
}

/** A product that was read, with what it is rendered with. */
export interface ReadProduct extends ProductRendering {
  /** Its `Outline` as JSON, for a later build. */
  readonly outline: string;
}

/** A product that is being written. */
interface Unit {
  readonly unit: ListedUnit;
  readonly key: string;
  readonly lengths: readonly number[];
  readonly outline: string;
  /** Once they are placed, or known. */
  files: readonly FileRecord[] | undefined;
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
  try {
    await writeUnits(writing, assemblies);
  } catch (error) {
    for (const assembly of assemblies) assembly.abandon();
    throw error;
  }
  return documents.map(({ paths: [path], beginning, end }, at) => {
    const stamp = (assemblies[at] as Assembly).finish(end());
    return { path, stamp, start: Buffer.byteLength(beginning) };
  });
}

async function writeUnits(writing: ProductWriting, assemblies: readonly Assembly[]): Promise<void> {
  const { pool, documents } = writing;
  const background = createBackground();
  const queue: Unit[] = [];
  const batch: Unit[] = [];
  try {
    for await (const { unit, key, known, rendering } of readNeeded(writing)) {
      const lengths = writeParts({ rendering, known, documents, assemblies });
      // What is not known was read.
      const { outline } = (rendering ?? known) as ReadProduct | KnownUnit;
      const written: Unit = { unit, key, lengths, outline, files: known?.files };
      queue.push(written);
      await pool.room();
      if (known) batch.push(written);
      else if (rendering) background.add(renderUnit(written, rendering, writing));
      if (batch.length === batchSize) background.add(takeUnits(batch.splice(0), writing));
      await rememberFirst(queue, writing);
    }
    background.add(takeUnits(batch.splice(0), writing));
  } finally {
    await background.done();
  }
  await rememberFirst(queue, writing);
}

/** Remembers the first of the queue whose files are there: one by one, in the order of their parts. */
async function rememberFirst(queue: Unit[], { cache }: ProductWriting): Promise<void> {
  for (let first = queue[0]; first?.files !== undefined; first = queue[0]) {
    queue.shift();
    const { unit, key, files, lengths, outline } = first;
    await cache.keepUnit(key, { files, lengths, outline, isClean: unit.isClean });
  }
}

/** A product, what an earlier build made of it, and where that will not do, what it is rendered with. */
interface Needed {
  readonly unit: ListedUnit;
  readonly key: string;
  readonly known: KnownUnit | undefined;
  readonly rendering: ReadProduct | undefined;
}

/** Goes through the products in their order; those that have to be rendered are read, some at a time. */
async function* readNeeded({ units, cache, keyOf, read }: ProductWriting): AsyncGenerator<Needed> {
  for (let at = 0; at < units.length; at += unitsAtOnce) {
    const some = units.slice(at, at + unitsAtOnce).map((unit) => {
      const key = keyOf(unit);
      const known = cache.unit(key);
      return { unit, key, known, isKnown: known?.offsets !== undefined };
    });
    const unknown = some.filter(({ isKnown }) => !isKnown).map(({ unit }) => unit);
    const renderings = unknown.length > 0 ? await read(unknown) : [];
    let next = 0;
    for (const { isKnown, ...needed } of some) {
      yield { ...needed, rendering: isKnown ? undefined : renderings[next++] };
    }
  }
}

/** Adds a product's part to each document that has one; gives their lengths, 0 for none. */
function writeParts(options: {
  rendering: ProductRendering | undefined;
  known: KnownUnit | undefined;
  documents: readonly LongDocument[];
  assemblies: readonly Assembly[];
}): readonly number[] {
  const { rendering, known, documents, assemblies } = options;
  if (rendering !== undefined) {
    return assemblies.map((assembly, at) => {
      const part = documents[at]?.part(rendering);
      return part === undefined ? 0 : assembly.add(part);
    });
  }
  const { offsets = [], lengths = [] } = known ?? {};
  for (const [at, length] of lengths.entries()) {
    if (length > 0) assemblies[at]?.copy(offsets[at] as number, length);
  }
  return lengths;
}

async function renderUnit(
  unit: Unit,
  rendering: ProductRendering,
  { files, onProduct }: ProductWriting,
): Promise<void> {
  unit.files = await files.place(renderProductFiles(rendering));
  onProduct();
}

/** Places the files of known products; those that are lost or damaged are rendered again. */
async function takeUnits(units: readonly Unit[], writing: ProductWriting): Promise<void> {
  const { files, onProduct, read } = writing;
  const isPlaced = await files.placeKnown(units.flatMap((unit) => unit.files ?? []));
  let first = 0;
  for (const { unit, files: known = [] } of units) {
    const lost = known.filter((_file, at) => !isPlaced[first + at]);
    first += known.length;
    if (lost.length > 0) {
      const paths = lost.map((file) => file.paths[0]);
      const [rendering] = await read([unit]);
      const rendered = renderProductFiles(rendering as ProductRendering);
      await files.place(rendered.filter((file) => paths.includes(file.paths[0])));
    }
    onProduct();
  }
}
