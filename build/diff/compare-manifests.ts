/** What two manifests alone tell: facts, SKUs, sizes of lists, other files. No document is read. */
import { locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { codingSuffix, codings } from '../../contract/representation.ts';
import { allSkus } from '../releases/products.ts';
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
    facts: compareFields(one, other, ['files', 'release']),
    products: compareSkus(allSkus(before.skus), allSkus(after.skus)),
    locales: locales.map((locale) => ({
      locale,
      ...compareSkus([...(before.skus.get(locale) ?? [])], [...(after.skus.get(locale) ?? [])]),
    })),
    lists: compareLists(one, other),
    files: compareFiles(one, other),
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

function compareFiles(before: Manifest, after: Manifest): ReleaseDiff['files'] {
  const [old, now] = [otherFiles(before), otherFiles(after)];
  const added = without(now, old);
  const changed = without(now, added).filter(
    (path) => before.files[path]?.sha256 !== after.files[path]?.sha256,
  );
  return { added, removed: without(old, now), changed };
}

/** What has no comparison of its own; health differs always, encoded forms follow their file. */
function otherFiles({ files }: Manifest): string[] {
  const isOther = (path: string) =>
    path.startsWith('public/') &&
    !path.startsWith('public/v1/') &&
    !path.endsWith(codingSuffix.gzip) &&
    !path.endsWith(codingSuffix.br);
  return Object.keys(files).filter(isOther).sort();
}

function without(items: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return items.filter((item) => !known.has(item)).sort();
}
