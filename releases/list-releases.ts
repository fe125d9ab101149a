/** `release list`: shows the releases in the output folder as a table, newest first. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explainPermissionErrors, ReleaseError } from '../build/output/release-error.ts';
import { readManifest } from '../build/output/release-records.ts';
import { type Manifest, manifestFile } from '../contract/release.ts';
import { describePin, readPin } from './pin.ts';
import { linkedRelease, releaseFolder, releaseIds, undefinedIfMissing } from './release-store.ts';
import { verifyRelease } from './verify-release.ts';

/**
 * Returns a table of all releases for a terminal, newest first, with their damage by sizes and times of files; for none
 * a hint to build. Throws `ReleaseError` if a link cannot be read.
 */
export async function renderReleases(out: string): Promise<string> {
  const current = await linkedRelease(out, 'current');
  const previous = await linkedRelease(out, 'previous');
  const pin = await readPin(out);
  const currentNote = pin ? describePin(pin).replace(/^release \w+ is/, 'current,') : 'current';
  const lines: string[] = [];
  for (const { id, builtAt } of await datedReleases(out)) {
    const folder = releaseFolder(out, id);
    const problem = await findProblem(out, folder);
    const manifest = await readManifest(folder).catch(() => undefined);
    // Another process may have removed it meanwhile.
    if ((await undefinedIfMissing(stat(folder))) === undefined) continue;
    const link = id === current ? currentNote : id === previous ? 'previous' : '';
    const products = manifest && Object.keys(manifest.products).length;
    const cells = [
      id === current ? '*' : ' ',
      id,
      `${builtAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `${products ?? '?'} products`.padStart(15),
      (manifest ? `${(sizeOf(manifest) / 1e6).toFixed(1)} MB` : '?').padStart(11),
      ` ${[link, problem].filter(Boolean).join(', ')}`,
    ];
    lines.push(`${cells.join(' ').trimEnd()}\n`);
  }
  return lines.join('') || `no release in ${out} yet; run npm run build\n`;
}

/** A release, and when it was built: the modification time of its manifest, or of its folder without one. */
interface DatedRelease {
  readonly id: string;
  readonly builtAt: Date;
}

/** Returns the releases of an output folder, newest first, without those that another process has just removed. */
export async function datedReleases(out: string): Promise<DatedRelease[]> {
  const ids = await releaseIds(out);
  const dated = ids.map(async (id) => {
    const folder = releaseFolder(out, id);
    const reading = stat(join(folder, manifestFile)).catch(() => stat(folder));
    const found = await undefinedIfMissing(reading);
    return found ? [{ id, builtAt: found.mtime }] : [];
  });
  return (await Promise.all(dated)).flat().sort(newestFirst);
}

function newestFirst(a: DatedRelease, b: DatedRelease): number {
  return b.builtAt.getTime() - a.builtAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Returns the first damage of a release and the number of others, or why it cannot be read; an empty text if whole. */
async function findProblem(out: string, folder: string): Promise<string> {
  try {
    const verifying = explainPermissionErrors(out, () => verifyRelease(folder, 'sizes'));
    const [first, ...more] = await verifying;
    if (first === undefined) return '';
    return `damaged: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  } catch (error) {
    if (error instanceof ReleaseError) return error.message;
    throw error;
  }
}

/** Returns the bytes of all files of a release, with those that it shares with other releases. */
function sizeOf({ files, productBytes }: Manifest): number {
  const sizes = [...productBytes, ...Object.values(files).map(({ size }) => size)];
  return sizes.reduce((sum, size) => sum + size, 0);
}
