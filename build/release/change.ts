/** What a release changes against the one that stands. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readDetailPath } from '../../contract/release.ts';
import { linkedRelease, orNothing, readManifest, releaseFolder } from '../releases/standing.ts';
import { UnreadableError } from '../releases/unreadable-error.ts';

export interface ReleaseChange {
  /** Id of the standing release. */
  readonly standing: string;
  /** Products that are new, gone, or whose detail differs in some locale. */
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
  const before = detailsOf(standing.manifest);
  const after = detailsOf(manifest);
  let [added, removed, changed] = [0, 0, 0];
  for (const [sku, hashes] of after) {
    const old = before.get(sku);
    if (old === undefined) added += 1;
    else if (old !== hashes) changed += 1;
  }
  for (const sku of before.keys()) if (!after.has(sku)) removed += 1;
  return { standing: standing.release, products: { added, removed, changed } };
}

/** SKU → the hashes of its details, one after the other. */
function detailsOf({ files }: Manifest): ReadonlyMap<string, string> {
  const details = new Map<string, string>();
  const paths = Object.keys(files).sort();
  for (const path of paths) {
    const detail = readDetailPath(path);
    if (detail === undefined) continue;
    const { sku, locale } = detail;
    details.set(sku, `${details.get(sku) ?? ''} ${locale} ${files[path]?.sha256}`);
  }
  return details;
}
