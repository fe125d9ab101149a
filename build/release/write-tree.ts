/** Writes a folder of files as a whole: it is there complete, or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEntry } from '../../contract/release.ts';
import type { Files } from './documents.ts';

/** Thrown when the file system does not keep what a release needs, or refuses a write. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/**
 * Writes files to `<parent>/<name>`, each with the modification time of its entry. A folder of that
 * name is the same release and stays as it is. Throws `ReleaseError` and leaves nothing behind when
 * the disk is full or does not keep modification times.
 */
export async function writeTree(
  parent: string,
  name: string,
  files: Files,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<void> {
  const draft = join(parent, `.draft-${randomUUID()}`);
  try {
    for (const [path, bytes] of files) {
      await writeStamped(join(draft, path), bytes, entries.get(path)?.mtime);
    }
    await renameIfAbsent(draft, join(parent, name));
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(`cannot write ${join(parent, name)}: ${(error as Error).message}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Points the symlink `<parent>/<link>` at a folder beside it, in one step for every reader. */
export async function pointAt(parent: string, link: string, target: string): Promise<void> {
  const draft = join(parent, `.link-${randomUUID()}`);
  await symlink(target, draft);
  await rename(draft, join(parent, link));
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

async function renameIfAbsent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
