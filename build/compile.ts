/** The compiler: load → check → localize → price → render → encode → release (design section 1). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../contract/release.ts';
import { checkContent } from './check-content.ts';
import type { Finding } from './findings/finding.ts';
import { createContexts, renderDocuments } from './release/documents.ts';
import { writeRelease } from './release/write-release.ts';
import { renderSyncFiles, writeSyncListing } from './release/write-sync-listing.ts';
import { pointAt } from './release/write-tree.ts';

export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Takes warnings for errors. */
  readonly strict?: boolean;
}

export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the content. */
  readonly products: number;
  /** What the rules found, no error among it. */
  readonly warnings: readonly Finding[];
}

/**
 * Compiles a content folder into a release and makes it current. Throws `ContentError` for faults in
 * the content and `ReleaseError` when it cannot be written; the standing release stays in both cases.
 */
export async function compile({
  content: folder,
  out,
  baseUrl,
  strict = false,
}: CompileOptions): Promise<Compilation> {
  const { content, warnings } = await checkContent(folder, { strict });
  const contexts = createContexts(content, { baseUrl });
  const styleSheet = await readFile(new URL('./pages/style.css', import.meta.url));
  const { defaultLocale, tiers } = content.catalogue;
  const facts = { baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base };
  const manifest = await writeRelease(out, renderDocuments(contexts, styleSheet), facts);
  const listing = await writeSyncListing(out, renderSyncFiles(contexts, manifest));
  // Both are written before either is current: a failure leaves what stands.
  await pointAt(out, 'current', join('releases', manifest.release));
  await pointAt(join(out, 'sync'), 'current', listing);
  return { manifest, products: content.products.length, warnings };
}
