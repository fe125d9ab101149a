/**
 * Transfers the history of a release, so that an edge gives the same answers of `/v1/products/changes` as the
 * machine that pushed.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy, type Stamp, stampOf } from '../../build/output/stamps.ts';
import { changesFiles } from '../../contract/release.ts';
import { deltaSchema } from '../changes/delta.ts';
import { historySchema } from '../changes/history.ts';
import { deltasOf, type KnownChanges, readChanges } from '../changes/write-changes.ts';
import { RemoteError } from './remote-error.ts';
import { filesOfRelease } from './remote-layout.ts';
import type { RemoteManifest } from './remote-manifest.ts';
import type { StagedFiles } from './staged-files.ts';

/**
 * The files that contain the history of a release, as its manifest on a remote lists them: path below
 * `<out>/changes/<release>` → size and SHA-256.
 */
export type RemoteChanges = NonNullable<RemoteManifest['changes']>;

/**
 * Copies the history of a release to the folder `temporary`, because an activation during the push may replace the
 * original. Returns path → size and SHA-256 of the written files, or undefined if the release has no history.
 * Rejects with file-system errors.
 */
export async function copyChanges(
  out: string,
  release: string,
  temporary: string,
): Promise<RemoteChanges | undefined> {
  const known = await readChanges(out, release);
  if (known === undefined) return undefined;
  const history = Buffer.from(JSON.stringify(known.history));
  const changes: Record<string, Stamp> = { [changesFiles.history]: stampOf(history) };
  await mkdir(join(temporary, dirname(changesFiles.delta(''))), { recursive: true });
  await writeFile(join(temporary, changesFiles.history), history, { flag: 'wx' });
  for (const [hash, from] of known.deltas) {
    const path = changesFiles.delta(hash);
    const stamp: Stamp = [(await stat(from)).size, hash];
    linkOrCopy(from, join(temporary, path), stamp);
    changes[path] = stamp;
  }
  return changes;
}

/**
 * Returns the files of a history that a pull must fetch: all files in `changes`, except the deltas (files with the
 * changes of one activation) that this machine already has in `known`.
 */
export function missingChanges(
  changes: RemoteChanges,
  known: KnownChanges | undefined,
): ReturnType<typeof filesOfRelease> {
  return filesOfRelease(changes).filter(({ stamp: [, hash] }) => !known?.deltas.has(hash));
}

/**
 * Returns the history of a pulled release. `changes` lists its files; they are read from `staged`, where the pull has
 * put them, except the deltas that this machine already has in `known`. Throws `RemoteError` if the history has another
 * format or a delta is missing, and file-system errors.
 */
export async function readFetchedChanges(
  changes: RemoteChanges,
  known: KnownChanges | undefined,
  staged: StagedFiles,
): Promise<KnownChanges> {
  const deltas = new Map(known?.deltas);
  let history: KnownChanges['history'] | undefined;
  for (const file of missingChanges(changes, known)) {
    const path = staged.pathOf(file);
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (file.from === changesFiles.history) history = historySchema.safeParse(value).data;
    else if (deltaSchema.safeParse(value).success) deltas.set(file.stamp[1], path);
  }
  const isWhole = history && deltasOf(history).every((hash) => deltas.has(hash));
  if (history !== undefined && isWhole) return { history, deltas };
  throw new RemoteError('the history of the release has another format; update this machine');
}
