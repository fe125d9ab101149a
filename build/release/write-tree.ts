/** Writes a folder of files as a whole: it is there complete, or not at all. */
import { mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEntry } from '../../contract/release.ts';
import { draftName } from '../releases/drafts.ts';
import type { Files } from './documents.ts';

/** Thrown when the file system does not keep what a release needs, or refuses a write. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/**
 * Writes files to `<parent>/<name>`, each with the modification time of its entry. A whole folder of
 * that name is the same release and stays as it is; a damaged one is replaced. Throws `ReleaseError`
 * and leaves nothing behind when the disk is full or does not keep modification times.
 */
export async function writeTree(
  parent: string,
  name: string,
  files: Files,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<void> {
  const target = join(parent, name);
  if (await isWhole(target, files, entries)) return;
  const draft = join(parent, draftName('draft'));
  await cleaningUp(draft, `cannot write ${target}`, async () => {
    for (const [path, bytes] of files) {
      await writeStamped(join(draft, path), bytes, entries.get(path)?.mtime);
    }
    await moveInto(draft, target, () => isWhole(target, files, entries));
  });
}

/** Points the symlink `<parent>/<link>` at a folder, in one step for every reader. Throws `ReleaseError`. */
export async function pointAt(parent: string, link: string, target: string): Promise<void> {
  const draft = join(parent, draftName('link'));
  await cleaningUp(draft, `cannot point ${join(parent, link)} at ${target}`, async () => {
    await symlink(target, draft);
    await rename(draft, join(parent, link));
  });
}

/** Does some work; when it fails, the draft goes and the reason is a `ReleaseError`. */
async function cleaningUp(
  draft: string,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // What cannot be removed was not written; the reason of the failure is what matters.
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(`${failure}: ${(error as Error).message}`);
  }
}

/** Whether every file is there with its size and, where it has an entry, the time made from its bytes. */
async function isWhole(
  folder: string,
  files: Files,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<boolean> {
  if ((await stat(folder).catch(() => undefined)) === undefined) return false;
  for (const [path, { length }] of files) {
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found?.size !== length) return false;
    const mtime = entries.get(path)?.mtime;
    if (mtime !== undefined && Math.floor(found.mtimeMs / 1000) !== mtime) return false;
  }
  return true;
}

/** Another build may have written the same folder meanwhile; a damaged one makes way. */
async function moveInto(
  draft: string,
  target: string,
  isTargetWhole: () => Promise<boolean>,
): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    const discarded = `${draft}-discarded`;
    if (await isTargetWhole()) await rename(draft, discarded);
    else {
      await rename(target, discarded);
      await rename(draft, target);
    }
    await rm(discarded, { recursive: true, force: true });
  }
}

async function writeStamped(path: string, bytes: Buffer, mtime: number | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  if (mtime === undefined) return;
  await utimes(path, mtime, mtime);
  const kept = Math.floor((await stat(path)).mtimeMs / 1000);
  if (kept !== mtime) {
    throw new ReleaseError(
      `the file system of ${path} does not keep modification times (${mtime} became ${kept}); entity tags need them, use another folder for --out`,
    );
  }
}
