/** Reads the release that is current when a build begins; unchanged files are taken from it. */
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import type { Found } from '../content/findings/finding.ts';
import { compilerVersion } from './compiler-version.ts';
import { formSuffixes } from './encode.ts';
import { readManifest } from './manifest.ts';
import { type IndexedProduct, indexFile, type ReleaseIndex, readIndex } from './release-index.ts';
import { hasStamp, type Stamp } from './stamps.ts';

/** Path in a release of the findings about single products; private, because messages may contain net prices. */
export const findingsFile = 'private/findings.json';

/** What was found in a product's file and rows, and where these rows began. */
export interface ProductFindings {
  readonly lines: string;
  readonly found: readonly Found[];
}

/** SKU → its findings; products without findings are left out. */
export type StoredFindings = Readonly<Record<string, ProductFindings>>;

/** The release that is current when a build begins; if another version of the compiler made it, the methods find nothing. */
export interface PreviousRelease {
  /** Version of the running compiler. */
  readonly compiler: string;
  /** The folder of the release; undefined if no release is current or its manifest cannot be read. */
  readonly folder: string | undefined;
  /** Returns the entry of a product in the index. */
  product(sku: string): IndexedProduct | undefined;
  /** Returns the findings about a single product; undefined if there are none. */
  findingsOf(sku: string): ProductFindings | undefined;
  /** Returns the size and SHA-256 of each form of a file, if its plain bytes are the same; does not read the file. */
  forms(path: string, plain: Stamp): readonly Stamp[] | undefined;
}

/**
 * Reads the release that `<out>/current` points to. Does not throw if it is missing, unreadable or in another format:
 * the build then makes everything again, and the guard reports damage.
 */
export async function readPreviousRelease(out: string): Promise<PreviousRelease> {
  const compiler = await compilerVersion();
  const release = await readRelease(join(out, 'current'));
  const stampOf = (path: string): Stamp | undefined => {
    const entry = release?.manifest.files[path];
    return entry && [entry.size, entry.sha256];
  };
  const isWhole = (path: string) => {
    const stamp = stampOf(path);
    return stamp !== undefined && hasStamp(join(release?.folder ?? '', path), stamp);
  };
  const index = release && isWhole(indexFile) ? await indexOf(release.folder, compiler) : undefined;
  const findings = index && isWhole(findingsFile) ? readFindings(release?.folder ?? '') : undefined;
  // Without its findings, a product would lose its warnings.
  const usable = findings && index;
  return {
    ...{ compiler, folder: release?.folder },
    product: (sku) => usable?.product(sku),
    findingsOf: (sku) => findings?.[sku],
    forms(path, plain) {
      // Another version may compress the same bytes differently.
      if (index === undefined || stampOf(path)?.join() !== plain.join()) return undefined;
      return formSuffixes.flatMap((suffix) => {
        const stamp = stampOf(`${path}${suffix}`);
        return stamp ? [stamp] : [];
      });
    },
  };
}

interface ReadRelease {
  readonly folder: string;
  readonly manifest: Manifest;
}

async function readRelease(link: string): Promise<ReadRelease | undefined> {
  try {
    // Resolved once, because another process may replace the link.
    const folder = await realpath(link);
    return { folder, manifest: await readManifest(folder) };
  } catch {
    // The guard reports a damaged release; here it is only not used.
    return undefined;
  }
}

async function indexOf(folder: string, compiler: string): Promise<ReleaseIndex | undefined> {
  try {
    const index = await readIndex(folder);
    return index.compiler === compiler ? index : undefined;
  } catch {
    // As above.
    return undefined;
  }
}

function readFindings(folder: string): StoredFindings | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, findingsFile), 'utf8')) as StoredFindings;
  } catch {
    // As above.
    return undefined;
  }
}
