/** Reads the current release, and counts the products that differ between it and a new release. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../build/output/manifest.ts';
import { type Manifest, manifestFile } from '../contract/release.ts';
import {
  linkedRelease,
  releaseFolder,
  UnreadableError,
  undefinedIfMissing,
} from './release-store.ts';

/** Counts of the products and net prices that differ between a new release and the current one that it replaces. */
export interface ReleaseChange {
  /** Id of the release that was current before the new one. */
  readonly before: string;
  /** Numbers of products that were added, that were removed, and whose public files differ. */
  readonly products: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Changes of net prices; undefined if a file of the earlier release cannot be read. */
  readonly netPrices: NetPriceChange | undefined;
}

/** Numbers of products whose net prices changed; only products and tiers that both releases have are counted. */
export interface NetPriceChange {
  /** Number of products whose net prices changed in at least one price tier, such as `A3`. */
  readonly products: number;
  /** Price tier → number of products with changed net prices; tiers without a change are omitted. */
  readonly byTier: Readonly<Record<string, number>>;
}

/** The current release: its id, and either its manifest or `fault`, the error if the manifest cannot be read. */
export type CurrentRelease = { readonly release: string } & (
  | { readonly manifest: Manifest }
  | { readonly fault: UnreadableError }
);

/** Returns the current release, if there is one. `written` is the manifest of a release that was just written. */
export async function readCurrentRelease(
  out: string,
  written: Manifest,
): Promise<CurrentRelease | undefined> {
  const release = await linkedRelease(out, 'current');
  if (release === undefined) return undefined;
  if (release === written.release) return { release, manifest: written };
  const folder = releaseFolder(out, release);
  try {
    return { release, manifest: await readManifest(folder) };
  } catch (cause) {
    if ((await undefinedIfMissing(stat(folder))) === undefined) return undefined;
    return { release, fault: new UnreadableError(join(folder, manifestFile), cause) };
  }
}

/** Counts the products that were added, removed or changed between two releases. */
export function countProducts(
  { products: before }: Manifest,
  { products: after }: Manifest,
): ReleaseChange['products'] {
  const skus = Object.keys(after);
  const added = skus.filter((sku) => !Object.hasOwn(before, sku)).length;
  const changed = skus.filter((sku) => Object.hasOwn(before, sku) && before[sku] !== after[sku]);
  const removed = Object.keys(before).filter((sku) => !Object.hasOwn(after, sku)).length;
  return { added, removed, changed: changed.length };
}
