/**
 * The sync listing: a folder of its own beside the releases, `dist/sync/<id>/`, with
 * `dist/sync/current` pointing at it, since it has a life of its own (decision 18).
 */
import { join } from 'node:path';
import { allCompanies, type Manifest, syncFiles } from '../../contract/release.ts';
import type { PlainError, SyncItem } from '../../contract/schemas/sync.ts';
import type { RenderContext } from '../render/context.ts';
import { itemsOf, renderSyncListing } from '../render/sync-listing.ts';
import { releaseIdOf } from './manifest.ts';
import { type RenderedFile, toJson } from './rendered-file.ts';
import { createTreeFiles, type Workshop } from './tree-files.ts';
import { writeTree } from './write-tree.ts';

/** Renders the listings of every company and of all, and the body of an unknown company's error. */
export function renderSyncFiles(
  contexts: readonly RenderContext[],
  manifest: Manifest,
): RenderedFile[] {
  const files: RenderedFile[] = [];
  const revisionOf = (file: string) => manifest.files[`public/${file}`]?.sha256.slice(0, 16) ?? '';
  const [{ content }] = contexts as readonly [RenderContext];
  const companies = Object.keys(content.companies);
  for (const context of contexts) {
    const { locale } = context;
    const names = locale === manifest.defaultLocale ? [locale, undefined] : [locale];
    const add = (folder: string, items: readonly SyncItem[]) => {
      const paths = names.map((name) => syncFiles.listing(folder, name));
      files.push({ paths, bytes: toJson(items) });
    };
    const listing = renderSyncListing(context, revisionOf);
    add(allCompanies, listing);
    for (const company of companies) add(company, itemsOf(company, listing));
  }
  const error = `The parameter company must be one of ${companies.join(', ')}.`;
  const body: PlainError = { error };
  files.push({ paths: [syncFiles.unknownCompany], bytes: toJson(body) });
  return files;
}

/** Writes the listing below `out` and gives its id; it is not current yet. Throws `ReleaseError`. */
export async function writeSyncListing(
  out: string,
  rendered: readonly RenderedFile[],
  workshop: Workshop,
): Promise<string> {
  const { name } = await writeTree(join(out, 'sync'), async (draft) => {
    const files = createTreeFiles(draft, workshop);
    workshop.cache.keepFiles(await files.place(rendered));
    return { name: releaseIdOf(files.plain()), entries: files.entries(), others: {} };
  });
  return name;
}
