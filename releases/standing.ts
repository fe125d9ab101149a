/** The releases that stand in an output folder: which there are, which are in use, what each holds. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ReleaseError } from '../build/output/release-error.ts';
import { type Manifest, manifestSchema, releaseFormat } from '../contract/release.ts';

/** The links that name a release: what is served, and what was served before it. */
export const releaseLinks = ['current', 'previous'] as const;
export type ReleaseLink = (typeof releaseLinks)[number];

/** Whether a name is an id as releases and sync listings have it. */
export function isReleaseId(name: string): boolean {
  return /^[0-9a-f]{16}$/.test(name);
}

/** The folder of a release. */
export function releaseFolder(out: string, id: string): string {
  return join(out, 'releases', id);
}

/** The ids of every release, sorted; none when nothing was built yet. */
export async function releaseIds(out: string): Promise<string[]> {
  const names = await orNothing(readdir(join(out, 'releases')));
  return (names ?? []).filter(isReleaseId).sort();
}

/** The id that a link names, or undefined when there is no such link. The release may be gone. */
export async function linkedRelease(out: string, link: ReleaseLink): Promise<string | undefined> {
  const target = await orNothing(readlink(join(out, link)));
  return target === undefined ? undefined : basename(target);
}

/**
 * Finds a release by id, by the beginning of one, or as `current` or `previous`. Throws
 * `ReleaseError` when there is none or several.
 */
export async function findRelease(out: string, reference: string): Promise<string> {
  const link = releaseLinks.find((each) => each === reference);
  const wanted = link === undefined ? reference : ((await linkedRelease(out, link)) ?? '');
  const ids = await releaseIds(out);
  const found = wanted === '' ? [] : ids.filter((id) => id.startsWith(wanted));
  const [id] = found;
  if (id === undefined) {
    throw new ReleaseError(
      `there is no release "${reference}" in ${out}; npm run release -- list shows those there are`,
    );
  }
  if (found.length > 1) {
    throw new ReleaseError(`"${reference}" begins several releases: ${found.join(', ')}`);
  }
  return id;
}

/** Reads a release's manifest. Rejects when it is missing, damaged or of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const { format = 1 } = (manifest ?? {}) as { format?: unknown };
  if (format !== releaseFormat) {
    throw new ReleaseError(
      `it has format ${String(format)}, and this version reads format ${releaseFormat}`,
    );
  }
  return manifestSchema.parse(manifest);
}

/** What a reading gives, or undefined when there is no such file or folder. */
export async function orNothing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
