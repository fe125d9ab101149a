/** Keeps the newest releases on a remote, and removes files that only older releases use. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectPath } from '../../build/output/object-records.ts';
import type { Rclone } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import { manifestsPath, parseManifestName, type RemotePush } from './remote-layout.ts';
import { filesOfManifest, parseRemoteManifest } from './remote-manifest.ts';

/** Options of `removeOldReleases`. */
export interface RetentionOptions {
  readonly rclone: Rclone;
  /** Number of releases to keep, including the current one. Of each release, only the newest push is kept. */
  readonly keep: number;
  /** Folder with copies of the manifests of earlier pushes, including interrupted ones. */
  readonly cache: string;
  /** File name of the manifest of the newest push, which the pointer of the remote names. */
  readonly currentManifestName: string;
  /** Signal that ends the removal when it aborts. */
  readonly stop: AbortSignal;
}

/**
 * Keeps the newest `keep` releases on a remote, each with its newest push only; removes the other releases and pushes,
 * and the files that no kept push uses. Returns the ids of the removed releases. If the remote fails, the manifest of a
 * kept release is damaged, or `stop` aborts, returns the error as `retentionFailure` and no ids, instead of throwing
 * it: the push has succeeded, and the next push tries again. If the manifest of an old push is damaged, its files are
 * unknown, and only the manifest is removed. Throws errors of the file system of this machine.
 */
export async function removeOldReleases(
  options: RetentionOptions,
): Promise<{ readonly removed: readonly string[]; readonly retentionFailure?: Error }> {
  try {
    return { removed: await remove(options) };
  } catch (error) {
    const failure = options.stop.aborted ? new RemoteError('stopped', { cause: error }) : error;
    if (!(failure instanceof RemoteError)) throw error;
    return { removed: [], retentionFailure: failure };
  }
}

async function remove({
  rclone,
  keep,
  cache,
  currentManifestName,
}: RetentionOptions): Promise<string[]> {
  const listed = await listPushes(rclone);
  const pushes = [parseManifestName(currentManifestName) as RemotePush, ...listed];
  const pushed = [...new Set(pushes.map((push) => push.name))];
  const releases = [...new Set(pushes.map((push) => push.release))];
  // Of several pushes of a release, the newest is set last.
  const newest = new Map(pushes.toReversed().map((push) => [push.release, push.name]));
  const kept = new Set(releases.slice(0, keep).map((release) => newest.get(release) as string));
  const known = new Set(await readdir(cache));
  const unknown = pushed.filter((each) => !known.has(each));
  await rclone.download(
    unknown.map((each) => `${manifestsPath}/${each}`),
    dirname(cache),
  );
  // Manifests that are only in the cache belong to killed pushes.
  const old = [...new Set([...known, ...pushed])].filter((each) => !kept.has(each));
  const used = new Set<string>();
  for (const each of kept) {
    const content = await contentOf(each, cache, rclone);
    if (content instanceof RemoteError) throw content;
    for (const path of content) used.add(path);
  }
  const unused = new Set<string>();
  for (const each of old) {
    // The manifest of a killed push may be truncated. That push has uploaded nothing.
    const content = await contentOf(each, cache, rclone);
    if (content instanceof RemoteError) continue;
    for (const path of content) if (!used.has(path)) unused.add(path);
  }
  // Removes manifests last: as long as one exists, the next push after a kill finds the files that
  // it names.
  await rclone.remove([...unused]);
  const onRemote = pushed.filter((each) => !kept.has(each));
  await rclone.remove(onRemote.map((each) => `${manifestsPath}/${each}`));
  for (const each of old) await rm(join(cache, each), { force: true });
  return releases.slice(keep);
}

/** Returns the pushes whose manifests a remote has, newest first. Rejects with `RemoteError` if the remote fails. */
export async function listPushes(rclone: Rclone): Promise<RemotePush[]> {
  const names = await rclone.list(manifestsPath);
  const pushes = names.flatMap((name) => parseManifestName(name) ?? []);
  return pushes.sort((a, b) => b.sequence - a.sequence);
}

/**
 * Returns the paths on the remote of all object folders and other files that the manifest `name` lists. Fetches the
 * manifest again if its copy in the folder `cache` is missing or damaged, because a kill may have truncated it. Returns
 * (does not throw) a `RemoteError` if the manifest is missing or damaged on the remote, too. Rejects with `RemoteError`
 * if the remote fails.
 */
async function contentOf(
  name: string,
  cache: string,
  rclone: Rclone,
): Promise<readonly string[] | RemoteError> {
  const path = join(cache, name);
  const cached = await readContent(path, rclone);
  if (!(cached instanceof RemoteError)) return cached;
  await rm(path, { force: true });
  await rclone.download([`${manifestsPath}/${name}`], dirname(cache));
  return readContent(path, rclone);
}

async function readContent(path: string, { name }: Rclone): Promise<string[] | RemoteError> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  try {
    const manifest = parseRemoteManifest(bytes, name);
    const files = filesOfManifest(manifest).map((file) => file.path);
    return [...Object.keys(manifest.records).map((object) => `${objectPath(object)}/`), ...files];
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error;
  }
}
