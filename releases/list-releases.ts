/** `release list`: finds the releases in the output folder and renders them as a table, newest first. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../build/output/manifest.ts';
import { explainPermissionErrors } from '../build/output/output-folder.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { type Manifest, manifestFile } from '../contract/release.ts';
import { describePin, type Pin, readPin } from './pin.ts';
import { linkedRelease, releaseFolder, releaseIds, undefinedIfMissing } from './release-store.ts';
import { verifyRelease } from './verify-release.ts';

/** One row of `release list`. */
export interface ListedRelease {
  readonly id: string;
  /** The modification time of the release's manifest, or of its folder if the manifest is missing. */
  readonly builtAt: Date;
  /** Number of products; missing if the manifest cannot be read. */
  readonly products?: number;
  /**
   * Size in bytes of all files of the release, including those that it shares with other releases; missing if the
   * manifest cannot be read.
   */
  readonly bytes?: number;
  readonly isCurrent: boolean;
  readonly isPrevious: boolean;
  /** The pin of the current release, if it has one. */
  readonly pin?: Pin;
  /**
   * Text that names the first missing or changed file or link and counts the others, or says why the files cannot be
   * read; empty if the release is complete.
   */
  readonly problem: string;
}

/**
 * Returns all releases of an output folder, newest first; an empty list for a folder without releases. Rejects with
 * `ReleaseError` if the link `current` or `previous` cannot be read, and with file-system errors.
 */
export async function listReleases(out: string): Promise<ListedRelease[]> {
  const [current, previous] = [
    await linkedRelease(out, 'current'),
    await linkedRelease(out, 'previous'),
  ];
  const pin = await readPin(out);
  const releases: ListedRelease[] = [];
  for (const id of await releaseIds(out)) {
    const folder = releaseFolder(out, id);
    const problem = await findProblem(out, folder);
    const manifest = await readManifest(folder).catch(() => undefined);
    const date = await undefinedIfMissing(builtAt(out, id));
    if (date === undefined) continue;
    releases.push({
      id,
      builtAt: date,
      ...(manifest && {
        products: Object.keys(manifest.products).length,
        bytes: sizeOf(manifest),
      }),
      isCurrent: id === current,
      isPrevious: id === previous,
      ...(pin && id === current && { pin }),
      problem,
    });
  }
  return releases.sort(newestFirst);
}

/** Returns the id of the newest release of an output folder, or undefined if it has none. */
export async function newestRelease(out: string): Promise<string | undefined> {
  const ids = await releaseIds(out);
  const dated = await Promise.all(ids.map(async (id) => ({ id, builtAt: await builtAt(out, id) })));
  return dated.sort(newestFirst)[0]?.id;
}

/** Compares the files of the release in `folder` with its manifest. */
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

/**
 * Returns the time at which a release was built: the modification time of its manifest, or of its folder if
 * the manifest is missing. Rejects with a file-system error if the folder is missing too.
 */
export async function builtAt(out: string, id: string): Promise<Date> {
  const folder = releaseFolder(out, id);
  const { mtime } = await stat(join(folder, manifestFile)).catch(() => stat(folder));
  return mtime;
}

/** Compares two releases for `Array.sort`: the newer one is first. */
export function newestFirst(
  a: Pick<ListedRelease, 'id' | 'builtAt'>,
  b: Pick<ListedRelease, 'id' | 'builtAt'>,
): number {
  return b.builtAt.getTime() - a.builtAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Renders releases as a table for a terminal; for an empty list, returns a hint to run a build. */
export function renderReleases(releases: readonly ListedRelease[], out: string): string {
  if (releases.length === 0) return `no release in ${out} yet; run npm run build\n`;
  const rows = releases.map((release) => {
    const { id, builtAt: date, products, bytes, problem } = release;
    const built = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const size = bytes === undefined ? '?' : `${(bytes / 1e6).toFixed(1)} MB`;
    return [
      release.isCurrent ? '*' : ' ',
      id,
      built,
      `${products ?? '?'} products`.padStart(15),
      size.padStart(11),
      ` ${[renderLinks(release), problem].filter(Boolean).join(', ')}`,
    ];
  });
  return rows.map((cells) => `${cells.join(' ').trimEnd()}\n`).join('');
}

function renderLinks({ isCurrent, isPrevious, pin }: ListedRelease): string {
  if (isCurrent && pin) return describePin(pin).replace(/^release \w+ is/, 'current,');
  if (isCurrent) return 'current';
  return isPrevious ? 'previous' : '';
}

function sizeOf({ files, productBytes }: Manifest): number {
  const sizes = [...productBytes, ...Object.values(files).map(({ size }) => size)];
  return sizes.reduce((sum, size) => sum + size, 0);
}
