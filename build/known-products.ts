/**
 * Products that need not be made again: this process remembers them from its last build, or the current release
 * was made from the same inputs.
 */
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ContentMemory,
  createContentMemory,
  type FileChange,
  forgetContent,
} from './content/content-memory.ts';
import { isValidOn } from './content/dates.ts';
import type { Finding } from './content/findings/finding.ts';
import { hashProduct, type OpenContent, type ProductName } from './content/open-content.ts';
import type { Outline } from './content/outline.ts';
import { objectPath, readWholeObject } from './output/objects.ts';
import { areWhole, offsetsOf, type PreviousRelease } from './output/previous-release.ts';
import { type Links, recycleLinks } from './output/recycled-links.ts';
import type { LongDocumentEntry } from './output/release-index.ts';
import type { Assembled } from './output/write-release.ts';
import { type Product, toReleased } from './product.ts';

/** Finds a product that need not be made again. */
export type FindKnown = (name: ProductName) => Product | undefined;

/** What a process that builds again and again keeps from one build to the next. */
export interface BuildMemory {
  readonly content: ContentMemory;
  /** The products of the release that was made last. */
  made: MadeRelease | undefined;
  /** Ids of the releases that were made, the last one first. */
  releases: readonly string[];
}

interface MadeRelease {
  readonly release: string;
  /** Its long documents, and last its index. */
  readonly documents: readonly LongDocumentEntry[];
  /** What it was made from. */
  readonly content: OpenContent;
  /** By file, without those that changed since. */
  readonly products: Map<string, Product>;
  /** By file, of every product in which no rule found anything. */
  readonly outlines: ReadonlyMap<string, Outline['product']>;
  /** What was found in the content. */
  readonly findings: readonly Finding[];
}

/** Creates a memory that holds nothing yet. */
export function createBuildMemory(): BuildMemory {
  return { content: createContentMemory(), made: undefined, releases: [] };
}

/**
 * Is to be called before each build with what changed in the content since the build before began; undefined if
 * that is not known, or if the output folder may be damaged.
 */
export function forgetChanged(memory: BuildMemory, changes: readonly FileChange[] | undefined) {
  forgetContent(memory.content, changes);
  if (changes === undefined) memory.made = undefined;
  for (const { file } of changes ?? []) memory.made?.products.delete(file);
}

interface Made extends Assembled {
  readonly release: string;
  /** The products in the order of the content. */
  readonly made: readonly Product[];
  readonly findings: readonly Finding[];
}

/** Remembers a release that was made from opened content. */
export function rememberMade(
  memory: BuildMemory,
  content: OpenContent,
  { products, index, release, made, findings, ...assembled }: Made,
): void {
  const documents = [...assembled.documents, index];
  const offsets = offsetsOf(
    documents,
    products.map(({ sku, parts }) => [sku, parts.lengths]),
  );
  const keep = (product: Product): [string, Product] => {
    const { released } = product;
    if (released === undefined) return [product.file, product];
    const { lengths } = released.parts;
    const parts = { offsets: offsets.get(product.sku) ?? [], lengths };
    return [product.file, { ...product, released: { ...released, reused: true, parts } }];
  };
  memory.releases = [release, ...memory.releases.filter((id) => id !== release)];
  memory.made = {
    ...{ release, content, documents, findings },
    products: new Map(made.map(keep)),
    outlines: new Map(
      made
        .filter(({ found }) => found.length === 0)
        .map(({ file, outline }) => [file, outline.product]),
    ),
  };
}

/**
 * What was found in the content of the last release, if the same is to be found in these products: the rules about
 * the catalogue see no more of a product than its outline, and nothing was found in the others alone.
 */
export function recallFindings(
  { made }: BuildMemory,
  content: OpenContent,
  products: readonly Product[],
): readonly Finding[] | undefined {
  if (made?.content !== content) return undefined;
  const isSame = ({ file, outline, found }: Product) => {
    if (made.products.has(file)) return true;
    // The place of a finding in its file may be another.
    const isNamed = made.findings.some((finding) => finding.file === file);
    const wasClean = made.outlines.has(file) && !isNamed;
    const hasSameOutline = isDeepStrictEqual(made.outlines.get(file), outline.product);
    return found.length === 0 && wasClean && hasSameOutline;
  };
  return products.every(isSame) ? made.findings : undefined;
}

/** Releases that a request under way may still read: the current one, and the one before. */
const readReleases = 2;

/**
 * Moves the links of the oldest release to the new one in `folder`, and returns them; none while requests may still
 * read the oldest release.
 */
export function recycleOldest(memory: BuildMemory, out: string, folder: string): Links {
  const oldest = memory.releases[readReleases];
  memory.releases = memory.releases.slice(0, readReleases);
  return oldest === undefined ? new Map() : recycleLinks(join(out, 'releases', oldest), folder);
}

interface Searching {
  readonly previous: PreviousRelease;
  readonly memory: BuildMemory;
  /** Paths of the long documents. */
  readonly paths: readonly string[];
  /** Output folder. */
  readonly out: string;
  /** The key of a product with a hash: equal keys mean equal documents. */
  keyOf(name: ProductName, hash: string): string;
}

/** Looks where products of opened content are known from. Finding one reads its file and the state of its object. */
export async function findKnownProducts(
  content: OpenContent,
  { previous, memory, paths, out, keyOf }: Searching,
): Promise<FindKnown> {
  const { made } = memory;
  const { folder = '' } = previous;
  if (made?.content === content && made.release === basename(folder)) {
    // Its objects are whole: `forgetChanged` is called when somebody changes the output folder.
    if (areWhole(folder, made.documents)) return ({ file }) => made.products.get(file);
  }
  const products = await previous.readProducts(paths);
  return (name) => {
    if (products === undefined) return undefined;
    const { file, sku } = name;
    const hash = hashProduct(content, content.sourceOf(name));
    const known = hash === undefined ? undefined : products.find(sku, keyOf(name, hash));
    // What rules found in it is not in the index.
    if (known === undefined || !known.facts.isClean) return undefined;
    const { facts, locales, parts } = known;
    const { validity } = facts;
    if (validity && !isValidOn(validity, content.shared.day)) return undefined;
    if (readWholeObject(join(out, objectPath(facts.object))) === undefined) return undefined;
    const released = toReleased(sku, { facts, locales, reused: true, parts });
    const { outline } = facts;
    const changesOn = validity?.before;
    return { file, sku, whole: true, outline, found: [], changesOn, released };
  };
}
