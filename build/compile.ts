/** The compiler: load → check → localize → price → render → encode → release (design section 1). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '../contract/locales.ts';
import type { Manifest } from '../contract/release.ts';
import { openCache } from './cache/build-cache.ts';
import { checkContent } from './check-content.ts';
import type { Finding } from './findings/finding.ts';
import type { DangerKind } from './guard/dangers.ts';
import { guardRelease } from './guard/guard-release.ts';
import type { Content } from './load/content.ts';
import { measureCoverage, type TextCoverage } from './localize/coverage.ts';
import { createPriceBook } from './price/price-book.ts';
import { changeAgainst, type ReleaseChange, readStanding } from './release/change.ts';
import { longDocuments } from './release/long-documents.ts';
import { createPool } from './release/pool.ts';
import type { DocumentCounts } from './release/tree-files.ts';
import { type WrittenRelease, writeRelease } from './release/write-release.ts';
import { renderSyncFiles, writeSyncListing } from './release/write-sync-listing.ts';
import { activateRelease, attachListing } from './releases/activate.ts';
import { whileBuilding } from './releases/while-building.ts';
import { createRenderContext, type RenderContext } from './render/context.ts';
import type { Site } from './render/site.ts';
import { createStock } from './render/stock.ts';

export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Takes warnings for errors. */
  readonly strict?: boolean;
  /** Dangers that the guard is not to stop for. */
  readonly accept?: readonly DangerKind[];
  /** Folder of the cache, `<out>/cache` unless told; null does without. */
  readonly cache?: string | null;
  /** Told how far the build is: products written, of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the content. */
  readonly products: number;
  /** What the rules found, no error among it. */
  readonly warnings: readonly Finding[];
  /** Number of products by locale. */
  readonly productsByLocale: Readonly<Record<string, number>>;
  /** Where the texts of each locale come from. */
  readonly coverage: ReadonlyMap<Locale, TextCoverage>;
  readonly documents: DocumentCounts;
  /** What changed against the release that stood; undefined when none did. */
  readonly change: ReleaseChange | undefined;
}

/**
 * Compiles a content folder into a release and makes it current. Throws `ContentError` for faults in
 * the content, `GuardError` when the release differs from the standing one in what nobody may have
 * meant, and `ReleaseError` when it cannot be written; the standing release stays in all cases.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { content: folder, out, baseUrl, strict = false, accept = [] } = options;
  const { content, warnings } = await checkContent(folder, { strict });
  const contexts = createContexts(content, { baseUrl });
  return whileBuilding(out, async () => {
    const standing = await readStanding(out);
    const { release, listing } = await write(contexts, options);
    const { manifest, counts } = release;
    // Both are written before either is current: a failure leaves what stands.
    await attachListing(out, manifest.release, listing);
    await guardRelease(out, manifest, accept);
    await activateRelease(out, manifest.release);
    return {
      manifest,
      products: content.products.length,
      warnings,
      productsByLocale: Object.fromEntries(
        contexts.map(({ locale, products }) => [locale, products.length]),
      ),
      coverage: measureCoverage(content),
      documents: counts,
      change: standing && changeAgainst(standing, manifest),
    };
  });
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
