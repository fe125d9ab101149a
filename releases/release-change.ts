/** What a release changes against the one that stands. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../contract/release.ts';
import { linkedRelease, orNothing, readManifest, releaseFolder } from './standing.ts';
import { UnreadableError } from './unreadable-error.ts';

export interface ReleaseChange {
  /** Id of the standing release. */
  readonly standing: string;
  /** Products that are new, gone, or whose public files differ. */
  readonly products: { readonly added: number; readonly removed: number; readonly changed: number };
}

/** The release that is served, with its manifest or the reason why there is none to compare with. */
export type Standing = { readonly release: string } & (
  | { readonly manifest: Manifest }
  | { readonly fault: UnreadableError }
);

/**
 * The release that `<out>/current` points at, seen from one that was written: its manifest is read
 * unless they are the same. Undefined when nothing stands; a link that leads nowhere serves nothing.
 */
export async function readStanding(out: string, written: Manifest): Promise<Standing | undefined> {
  const release = await linkedRelease(out, 'current');
  if (release === undefined) return undefined;
  if (release === written.release) return { release, manifest: written };
  const folder = releaseFolder(out, release);
  try {
    return { release, manifest: await readManifest(folder) };
  } catch (cause) {
    if ((await orNothing(stat(folder))) === undefined) return undefined;
    return { release, fault: new UnreadableError(join(folder, 'manifest.json'), cause) };
  }
}

/** Compares a release with the one that stands, product by product. */
export function changeAgainst(standing: Standing, manifest: Manifest): ReleaseChange | undefined {
  if ('fault' in standing) return undefined;
  const [before, after] = [standing.manifest.products, manifest.products];
  const skus = Object.keys(after);
  const added = skus.filter((sku) => !Object.hasOwn(before, sku));
  const changed = skus.filter((sku) => Object.hasOwn(before, sku) && before[sku] !== after[sku]);
  const removed = Object.keys(before).filter((sku) => !Object.hasOwn(after, sku));
  return {
    standing: standing.release,
    products: { added: added.length, removed: removed.length, changed: changed.length },
  };
}
