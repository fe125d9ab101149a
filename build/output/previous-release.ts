/** The release that is current when a build begins: what did not change is taken from it. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestSchema } from '../../contract/release.ts';
import { compilerVersion } from './compiler-version.ts';
import { formSuffixes } from './encode.ts';
import {
  factsIn,
  inputsIn,
  localesIn,
  type ProductFacts,
  partLengthsIn,
  type ReleaseIndex,
  readIndex,
} from './release-index.ts';
import { hasStamp, type Stamp } from './stamps.ts';

export interface PreviousRelease {
  /** Version of the compiler that runs now; the index of another one is not used. */
  readonly compiler: string;
  /** Undefined if there is no release whose files can be used. */
  readonly folder: string | undefined;
  /** False if no product can be taken from it. */
  readonly hasProducts: boolean;
  /** A product that was made from the same inputs. */
  product(sku: string, inputs: string): PreviousProduct | undefined;
  /** Stamps of the forms of a file whose plain form is the same: plain, gzip, Brotli. */
  forms(path: string, plain: Stamp): readonly Stamp[] | undefined;
}

export interface PreviousProduct {
  readonly facts: ProductFacts;
  /** Number of locales that show it. */
  readonly locales: number;
  /** Its line in the index. */
  readonly line: string;
  /** Where its part begins in each long document. */
  readonly offsets: readonly number[];
}

/**
 * Reads the release that `<out>/current` names. If it is missing, cannot be read or has another format,
 * nothing is known and everything is made anew; products are taken only if it has the same long documents,
 * given by their paths, and each is whole.
 */
export async function readPreviousRelease(
  out: string,
  paths: readonly string[],
): Promise<PreviousRelease> {
  const compiler = await compilerVersion();
  const release = await readRelease(join(out, 'current'));
  const index = usableIndex(release, compiler, paths);
  const offsets = index === undefined ? new Map<string, readonly number[]>() : offsetsIn(index);
  return {
    compiler,
    folder: release?.folder,
    hasProducts: offsets.size > 0,
    product(sku, inputs) {
      const line = index?.line(sku) ?? '';
      if (inputsIn(line) !== inputs) return undefined;
      const locales = localesIn(line).length;
      return { facts: factsIn(line), locales, line, offsets: offsets.get(sku) ?? [] };
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

function usableIndex(
  release: ReadRelease | undefined,
  compiler: string,
  paths: readonly string[],
): ReleaseIndex | undefined {
  if (release === undefined || release.index.header.compiler !== compiler) return undefined;
  const { documents } = release.index.header;
  const isSame = documents.map(({ path }) => path).join() === paths.join();
  const isWhole = documents.every(({ path, stamp }) => hasStamp(join(release.folder, path), stamp));
  return isSame && isWhole && paths.length > 0 ? release.index : undefined;
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
function offsetsIn({ header, skus, line }: ReleaseIndex): ReadonlyMap<string, readonly number[]> {
  const next = header.documents.map(({ start }) => start);
  const offsets = new Map<string, readonly number[]>();
  for (const sku of skus) {
    offsets.set(sku, [...next]);
    for (const [at, length] of partLengthsIn(line(sku)).entries()) {
      if (length > 0) next[at] = (next[at] ?? 0) + length + 1;
    }
  }
  return offsets;
}
