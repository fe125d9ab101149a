/** Keeps the newest releases on a remote, and removes files that only older releases use. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectPath } from '../../build/output/objects.ts';
import type { Rclone } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import { manifestsPath, sequenceIn } from './remote-layout.ts';
import { filesOfManifest, parseRemoteManifest } from './remote-manifest.ts';

/** Options of `removeOldReleases`. */
export interface RetentionOptions {
  readonly rclone: Rclone;
  /** Number of releases to keep, including the current one. */
  readonly keep: number;
  /** Folder with copies of the manifests of earlier pushes, including interrupted ones. */
  readonly cache: string;
  /** File name of the manifest that was just pushed. */
  readonly name: string;
}

/**
 * Removes old releases and the files that only they use from a remote, and returns the ids of these releases.
 * If the remote fails or a manifest cannot be read, returns the error as `retentionFailure` instead of
 * throwing it: the push has succeeded, and the next push tries again. Throws file-system errors.
 */
export async function removeOldReleases(
  options: RetentionOptions,
): Promise<{ readonly removed: readonly string[]; readonly retentionFailure?: Error }> {
  try {
    return { removed: await remove(options) };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { removed: [], retentionFailure: error };
  }
}

async function remove({ rclone, keep, cache, name }: RetentionOptions): Promise<string[]> {
  const pushed = (await rclone.list(manifestsPath)).filter(
    (each) => sequenceIn(each) !== undefined,
  );
  pushed.sort((a, b) => (sequenceIn(b) ?? 0) - (sequenceIn(a) ?? 0));
  const kept = new Set([name, ...pushed.filter((each) => each !== name).slice(0, keep - 1)]);
  const known = new Set(await readdir(cache));
  const unknown = pushed.filter((each) => !known.has(each));
  await rclone.download(
    unknown.map((each) => `${manifestsPath}/${each}`),
    dirname(cache),
  );
  // Manifests that are only in the cache belong to killed pushes.
  const old = [...new Set([...known, ...pushed])].filter((each) => !kept.has(each));
  const used = new Set<string>();
  for (const each of kept) for (const path of await contentOf(each, cache, rclone)) used.add(path);
  const unused = new Set<string>();
  for (const each of old) {
    // The manifest of a killed push may be truncated. That push has uploaded nothing.
    const content = await contentOf(each, cache, rclone).catch(() => []);
    for (const path of content) if (!used.has(path)) unused.add(path);
  }
  // Removes manifests last: as long as one exists, the next push after a kill finds the files that
  // it names.
  await rclone.remove([...unused]);
  const onRemote = pushed.filter((each) => !kept.has(each));
  await rclone.remove(onRemote.map((each) => `${manifestsPath}/${each}`));
  for (const each of old) await rm(join(cache, each), { force: true });
  return onRemote.map((each) => each.replace(/^\d+-|\..*$/g, ''));
}

/**
 * Returns the paths on the remote of all object folders and other files that the cached manifest `name`
 * lists. If this manifest is damaged, removes it from the cache and throws `RemoteError`.
 */
async function contentOf(name: string, cache: string, { name: from }: Rclone): Promise<string[]> {
  const bytes = await readFile(join(cache, name)).catch(() => Buffer.alloc(0));
  try {
    const manifest = parseRemoteManifest(bytes, from);
    const files = filesOfManifest(manifest).map(({ path }) => path);
    return [...Object.keys(manifest.records).map((object) => `${objectPath(object)}/`), ...files];
  } catch (error) {
    // The cached copy may be truncated: the next push fetches it again.
    await rm(join(cache, name), { force: true });
    throw error;
  }
}
