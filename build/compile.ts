/** The compiler: load → check → localize → price → render → encode → release (design section 1). */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '../contract/locales.ts';
import type { Manifest } from '../contract/release.ts';
import { openCache } from './cache/build-cache.ts';
import type { Content } from './load/content.ts';
import { loadContent } from './load/load-content.ts';
import { createPriceBook } from './price/price-book.ts';
import { changeAgainst, type ReleaseChange, readStanding } from './release/change.ts';
import { longDocuments } from './release/long-documents.ts';
import { createPool } from './release/pool.ts';
import type { DocumentCounts } from './release/tree-files.ts';
import { type WrittenRelease, writeRelease } from './release/write-release.ts';
import { renderSyncFiles, writeSyncListing } from './release/write-sync-listing.ts';
import { pointAt, refusedBy } from './release/write-tree.ts';
import { createRenderContext, type RenderContext } from './render/context.ts';
import type { Site } from './render/site.ts';
import { createStock } from './render/stock.ts';
import { checkContent } from './rules/index.ts';

export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Folder of the cache, `<out>/cache` unless told; null does without. */
  readonly cache?: string | null;
  /** Told how far the build is: products written, of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the content. */
  readonly products: number;
  /** Number of products by locale. */
  readonly productsByLocale: Readonly<Record<string, number>>;
  readonly documents: DocumentCounts;
  /** What changed against the release that stood; undefined when none did. */
  readonly change: ReleaseChange | undefined;
}

/**
 * Compiles a content folder into a release and makes it current. Throws `ContentError` for faults in
 * the content and `ReleaseError` when it cannot be written; the standing release stays in both cases.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { content: folder, out, baseUrl } = options;
  const content = await loadContent(folder);
  checkContent(content);
  const contexts = createContexts(content, { baseUrl });
  const standing = await readStanding(out);
  const written = await write(contexts, options);
  await activate(out, written);
  const { manifest, counts } = written.release;
  return {
    manifest,
    products: content.products.length,
    productsByLocale: Object.fromEntries(
      contexts.map(({ locale, products }) => [locale, products.length]),
    ),
    documents: counts,
    change: standing && changeAgainst(standing, manifest),
  };
}

/** Makes the render contexts of every locale, in the order of the contract. */
export function createContexts(content: Content, site: Site): readonly RenderContext[] {
  const shared = {
    ...{ content, site },
    prices: createPriceBook(content),
    stock: createStock(content),
  };
  return locales.map((locale) => createRenderContext(locale, shared));
}

/** A release and a sync listing that are written whole; neither is current. */
interface Written {
  readonly release: WrittenRelease;
  /** Id of the sync listing. */
  readonly listing: string;
}

/** Writes both, and remembers in the cache what they are made of. */
async function write(
  contexts: readonly RenderContext[],
  { out, cache: cacheFolder = join(out, 'cache'), onProgress = () => {} }: CompileOptions,
): Promise<Written> {
  const documents = longDocuments(contexts);
  await refusedBy(`cannot write ${out}`, () => mkdir(out, { recursive: true }));
  const cache = await openCache(
    cacheFolder,
    documents.map(({ paths: [path] }) => path),
  );
  const pool = createPool();
  try {
    const styleSheet = await readFile(new URL('./pages/style.css', import.meta.url));
    const workshop = { pool, cache };
    const release = await writeRelease({
      ...{ ...workshop, out, contexts, documents, styleSheet, onProgress },
    });
    const rendered = renderSyncFiles(contexts, release.manifest);
    const listing = await writeSyncListing(out, rendered, workshop);
    await cache.save(release.assembled);
    return { release, listing };
  } finally {
    await pool.close();
  }
}

/** Makes both current. They are written before either is: a failure leaves what stands. */
async function activate(out: string, { release, listing }: Written): Promise<void> {
  await pointAt(out, 'current', join('releases', release.name));
  await pointAt(join(out, 'sync'), 'current', listing);
}
