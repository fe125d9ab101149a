/** What a release changes against the one that stands. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestSchema } from '../../contract/release.ts';

export interface ReleaseChange {
  /** Id of the standing release. */
  readonly standing: string;
  /** Products that are new, gone, or whose detail differs in some locale. */
  readonly products: { readonly added: number; readonly removed: number; readonly changed: number };
}

/** The manifest of the release that `<out>/current` points at; undefined when there is no sound one. */
export async function readStanding(out: string): Promise<Manifest | undefined> {
  try {
    const text = await readFile(join(out, 'current', 'manifest.json'), 'utf8');
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // Nothing stands, or its manifest is damaged: there is nothing to compare with.
    return undefined;
  }
}

/** Compares two releases product by product. */
export function changeAgainst(standing: Manifest, manifest: Manifest): ReleaseChange {
  const before = detailsOf(standing);
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
    const [, sku, locale] = /^public\/v1\/products\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (sku === undefined) continue;
    details.set(sku, `${details.get(sku) ?? ''} ${locale} ${files[path]?.sha256}`);
  }
  return details;
}
