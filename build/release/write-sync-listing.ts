/**
 * The sync listing: a folder of its own beside the releases, `dist/sync/<id>/`, with
 * `dist/sync/current` pointing at it, since it has a life of its own (decision 18).
 */
import { join } from 'node:path';
import { allCompanies, type Manifest, syncFiles } from '../../contract/release.ts';
import type { PlainError } from '../../contract/schemas/sync.ts';
import type { RenderContext } from '../render/context.ts';
import { renderSyncListing } from '../render/sync-listing.ts';
import { type Files, toJson } from './documents.ts';
import { encodeFiles } from './encode.ts';
import { fileEntryOf, releaseIdOf } from './manifest.ts';
import { writeTree } from './write-tree.ts';

/** Renders the listings of every company and of all, and the body of an unknown company's error. */
export function renderSyncFiles(contexts: readonly RenderContext[], manifest: Manifest): Files {
  const files: Files = new Map();
  const revisionOf = (file: string) => manifest.files[`public/${file}`]?.sha256.slice(0, 16) ?? '';
  const [{ content }] = contexts as readonly [RenderContext];
  const companies = Object.keys(content.companies);
  for (const context of contexts) {
    for (const company of [undefined, ...companies]) {
      const listing = toJson(renderSyncListing(company, context, revisionOf));
      const folder = company ?? allCompanies;
      files.set(syncFiles.listing(folder, context.locale), listing);
      if (context.locale === manifest.defaultLocale) files.set(syncFiles.listing(folder), listing);
    }
  }
  const error = `The parameter company must be one of ${companies.join(', ')}.`;
  const body: PlainError = { error };
  return files.set(syncFiles.unknownCompany, toJson(body));
}

/** Writes the listing below `out` and gives its id; it is not current yet. Throws `ReleaseError`. */
export async function writeSyncListing(out: string, rendered: Files): Promise<string> {
  const id = releaseIdOf(rendered);
  const files = await encodeFiles(rendered);
  const entries = new Map([...files].map(([path, bytes]) => [path, fileEntryOf(bytes)]));
  await writeTree(join(out, 'sync'), id, files, entries);
  return id;
}
