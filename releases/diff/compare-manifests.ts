/** What two manifests alone tell: facts, SKUs, sizes of lists, other files. No document is read. */

import { codingOf } from '../../build/output/encode.ts';
import { locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { codingSuffix, codings } from '../../contract/representation.ts';
import { allSkus } from '../products.ts';
import { compareFields } from './compare-fields.ts';
import type { ReadableRelease } from './read-release.ts';
import type { ListSize, ReleaseDiff, SkuChange } from './release-diff.ts';

type ManifestPart = 'facts' | 'products' | 'locales' | 'lists' | 'files';

/** Compares what needs the manifests alone. */
export function compareManifests(
  before: ReadableRelease,
  after: ReadableRelease,
): Pick<ReleaseDiff, ManifestPart> {
  const [one, other] = [before.manifest, after.manifest];
  return {
    facts: compareFields(one, other, ['files', 'products', 'productBytes', 'release']),
    products: compareSkus(allSkus(before.skus), allSkus(after.skus)),
    locales: locales.map((locale) => ({
      locale,
      ...compareSkus([...(before.skus.get(locale) ?? [])], [...(after.skus.get(locale) ?? [])]),
    })),
    lists: compareLists(one, other),
    files: compareFiles(before, after),
  };
}

function compareSkus(before: readonly string[], after: readonly string[]): SkuChange {
  return {
    before: before.length,
    after: after.length,
    added: without(after, before),
    removed: without(before, after),
  };
}

function compareLists(before: Manifest, after: Manifest): ListSize[] {
  return locales.flatMap((locale) =>
    codings.map((coding) => {
      const path = `public/${publicFiles.list(locale)}${codingSuffix[coding]}`;
      const sizeIn = ({ files }: Manifest) => files[path]?.size ?? null;
      return { locale, coding, before: sizeIn(before), after: sizeIn(after) };
    }),
  );
}

function compareFiles(before: ReadableRelease, after: ReadableRelease): ReleaseDiff['files'] {
  const [old, now] = [otherFiles(before), otherFiles(after)];
  const added = without([...now.keys()], [...old.keys()]);
  const changed = without([...now.keys()], added).filter((path) => old.get(path) !== now.get(path));
  return { added, removed: without([...old.keys()], [...now.keys()]), changed };
}

/**
 * Path → hash of what has no comparison of its own, pictures of products among it; health always
 * differs, and encoded forms follow their file.
 */
function otherFiles({ manifest, index }: ReadableRelease): ReadonlyMap<string, string> {
  const isOther = (path: string) =>
    path.startsWith('public/') && !path.startsWith('public/v1/') && codingOf(path) === 0;
  const files = Object.entries(manifest.files).filter(([path]) => isOther(path));
  const hashes = new Map(files.map(([path, { sha256 }]) => [path, sha256]));
  for (const sku of index.skus) {
    for (const [path, hash] of Object.entries(index.product(sku)?.pictures ?? {})) {
      hashes.set(`public/${publicFiles.picture(sku, path)}`, hash);
    }
  }
  return hashes;
}

function without(items: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return items.filter((item) => !known.has(item)).sort();
}
