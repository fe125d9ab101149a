/** The compiler: load → check → localize → price → render → encode → release (design section 1). */
import { readFile } from 'node:fs/promises';
import type { Manifest } from '../contract/release.ts';
import type { DangerKind } from './guard/dangers.ts';
import { guardRelease } from './guard/guard-release.ts';
import { loadContent } from './load/load-content.ts';
import { createContexts, renderDocuments } from './release/documents.ts';
import { writeRelease } from './release/write-release.ts';
import { renderSyncFiles, writeSyncListing } from './release/write-sync-listing.ts';
import { activateRelease, attachListing } from './releases/activate.ts';
import { whileBuilding } from './releases/while-building.ts';
import { checkContent } from './rules/index.ts';

export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Dangers that the guard is not to stop for. */
  readonly accept?: readonly DangerKind[];
}

export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the content. */
  readonly products: number;
}

/**
 * Compiles a content folder into a release and makes it current. Throws `ContentError` for faults in
 * the content, `ReleaseError` when it cannot be written, and `GuardError` when it is not to replace
 * the standing release unasked; that stays in each case.
 */
export async function compile({
  content: folder,
  out,
  baseUrl,
  accept = [],
}: CompileOptions): Promise<Compilation> {
  const content = await loadContent(folder);
  checkContent(content);
  const contexts = createContexts(content, { baseUrl });
  const styleSheet = await readFile(new URL('./pages/style.css', import.meta.url));
  const { defaultLocale, tiers } = content.catalogue;
  const facts = { baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base };
  return whileBuilding(out, async () => {
    const manifest = await writeRelease(out, renderDocuments(contexts, styleSheet), facts);
    const listing = await writeSyncListing(out, renderSyncFiles(contexts, manifest));
    // Both are written before either is current: a failure leaves what stands.
    await attachListing(out, manifest.release, listing);
    await guardRelease(out, manifest, accept);
    await activateRelease(out, manifest.release);
    return { manifest, products: content.products.length };
  });
}
