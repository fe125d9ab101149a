/** The release that is current when a build begins: what did not change is taken from it. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestSchema } from '../../contract/release.ts';
import { compilerVersion } from './compiler-version.ts';
import { formSuffixes } from './encode.ts';
import { type IndexedProduct, type ReleaseIndex, readIndex } from './release-index.ts';
import { hasStamp, type Stamp } from './stamps.ts';

export interface PreviousRelease {
  /** Version of the compiler that runs now; the index of another one is not used. */
  readonly compiler: string;
  /** Undefined where there is no release whose files can be used. */
  readonly folder: string | undefined;
  /** The entry of a product that was made from the same inputs, and its line in the index. */
  product(sku: string, inputs: string): { entry: IndexedProduct; line: string } | undefined;
  /**
   * SKU → where its part begins in each of these long documents; undefined unless the release has
   * the same documents and each is whole.
   */
  partOffsets(paths: readonly string[]): ReadonlyMap<string, readonly number[]> | undefined;
  /** Stamps of the forms of a file whose plain form is the same: plain, gzip, Brotli. */
  forms(path: string, plain: Stamp): readonly Stamp[] | undefined;
}

/**
 * Reads the release that `<out>/current` names. If it is missing, cannot be read or has another format,
 * nothing is known and everything is made anew.
 */
export async function readPreviousRelease(out: string): Promise<PreviousRelease> {
  const compiler = await compilerVersion();
  const release = await readRelease(join(out, 'current'));
  const index = release?.index.header.compiler === compiler ? release.index : undefined;
  return {
    compiler,
    folder: release?.folder,
    product(sku, inputs) {
      const entry = index?.product(sku);
      if (index === undefined || entry?.inputs !== inputs) return undefined;
      return { entry, line: index.line(sku) };
    },
    partOffsets(paths) {
      if (release === undefined || index === undefined) return undefined;
      const { documents } = index.header;
      const isSame = documents.map(({ path }) => path).join() === paths.join();
      const isWhole = documents.every(({ path, stamp }) =>
        hasStamp(join(release.folder, path), stamp),
      );
      return isSame && isWhole ? offsetsIn(index) : undefined;
    },
    forms(path, [size, hash]) {
      const files = release?.manifest.files ?? {};
      if (files[path]?.size !== size || files[path]?.sha256 !== hash) return undefined;
      return formSuffixes.flatMap((suffix): Stamp[] => {
        const entry = files[`${path}${suffix}`];
        return entry ? [[entry.size, entry.sha256]] : [];
      });
    },
  };
}

interface ReadRelease {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
}

async function readRelease(link: string): Promise<ReadRelease | undefined> {
  try {
    // Resolved once: another process may swap the link meanwhile.
    const folder = await realpath(link);
    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    const manifest = manifestSchema.parse(JSON.parse(text));
    return { folder, manifest, index: await readIndex(folder) };
  } catch {
    // The guard reports a damaged release; here it is only of no use.
    return undefined;
  }
}

/** The sums of the lengths of the parts before each product's; a comma separates two parts. */
function offsetsIn({
  header,
  skus,
  product,
}: ReleaseIndex): ReadonlyMap<string, readonly number[]> {
  const next = header.documents.map(({ start }) => start);
  const offsets = new Map<string, readonly number[]>();
  for (const sku of skus) {
    offsets.set(sku, [...next]);
    for (const [at, length] of (product(sku)?.parts ?? []).entries()) {
      if (length > 0) next[at] = (next[at] ?? 0) + length + 1;
    }
  }
  return offsets;
}
