/** Reads the release that is current when a build begins; unchanged products and files are taken from it. */
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import type { Found } from '../content/findings/finding.ts';
import { indexFile, type ReleaseIndex, readIndex, readManifest } from './release-records.ts';
import { statStamped } from './stamps.ts';

/** Path in a release of the findings about single products; private, because messages may contain net prices. */
export const findingsFile = 'private/findings.json';

/** SKU → what was found in its file and rows, and the lines of these rows; products without findings are left out. */
export type StoredFindings = Readonly<
  Record<string, { readonly lines: string; readonly found: readonly Found[] }>
>;

/** The release that is current when a build begins. */
export interface PreviousRelease {
  readonly folder: string;
  readonly files: Manifest['files'];
  readonly index: ReleaseIndex;
  readonly findings: StoredFindings;
}

/**
 * Reads the release that `<out>/current` points to. Returns undefined if there is none, if another version of the
 * compiler made it, or if it is damaged: the build then makes everything again, and the guard reports the damage.
 */
export async function readPreviousRelease(
  out: string,
  compiler: string,
): Promise<PreviousRelease | undefined> {
  try {
    // Resolved once, because another process may replace the link.
    const folder = await realpath(join(out, 'current'));
    const { files } = await readManifest(folder);
    // Without its findings, a product would lose its warnings.
    for (const path of [indexFile, findingsFile]) {
      const { size = 0, sha256 = '' } = files[path] ?? {};
      if (!statStamped(join(folder, path), [size, sha256])) return undefined;
    }
    const index = await readIndex(folder);
    if (index.compiler !== compiler) return undefined;
    const findings = JSON.parse(readFileSync(join(folder, findingsFile), 'utf8'));
    return { folder, files, index, findings };
  } catch {
    return undefined;
  }
}
