/** The release that the listing speaks of: the one that is served. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { skusByLocale } from '../releases/products.ts';
import { linkedRelease, readManifest, releaseFolder } from '../releases/standing.ts';
import { SyncError } from './sync-error.ts';

export interface ServedRelease {
  readonly id: string;
  readonly folder: string;
  /** When it became what is served. */
  readonly activatedAt: Date;
  readonly manifest: Manifest & { readonly companies: readonly string[] };
}

/** Reads the release that is current; throws `SyncError` when there is none to list. */
export async function readServedRelease(out: string): Promise<ServedRelease> {
  const id = await linkedRelease(out, 'current');
  if (id === undefined) throw new SyncError(`${out} has no release; run npm run build`);
  const folder = releaseFolder(out, id);
  const { mtime: activatedAt } = await lstat(join(out, 'current'));
  const manifest = await readManifest(folder).catch((error: Error) => {
    throw new SyncError(`the manifest of release ${id} cannot be read: ${error.message}`);
  });
  const { companies } = manifest;
  if (companies === undefined) {
    throw new SyncError(`release ${id} names no companies; build its content again`);
  }
  return { id, folder, activatedAt, manifest: { ...manifest, companies } };
}

/** The beginning of the hash of every detail, by locale and SKU. */
export type Revisions = ReadonlyMap<Locale, ReadonlyMap<string, string>>;

/** The revisions of a release. */
export function revisionsOf(manifest: Manifest): Revisions {
  const skus = skusByLocale(manifest);
  const revisionOf = (sku: string, locale: Locale) =>
    manifest.files[`public/${publicFiles.detail(sku, locale)}`]?.sha256.slice(0, 16) ?? '';
  return new Map(
    locales.map((locale) => [
      locale,
      new Map([...(skus.get(locale) ?? [])].map((sku) => [sku, revisionOf(sku, locale)])),
    ]),
  );
}
