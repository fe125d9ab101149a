/**
 * Folders beside the content for checks of edits. A command that is killed leaves its folder behind; the next one
 * removes it. The kernel releases a lock when its process ends in any way, so that no folder in use is removed.
 */
import { mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

const prefix = '.edit-check-';

/** Locked by the process that works in the folder. */
const lockName = 'lock';

/**
 * Does some work with a path, at which it may make a folder, below a new folder that is removed afterwards; removes
 * folders of killed commands first. Throws what the file system says, and what the work throws.
 */
export async function inCheckFolder<Result>(
  parent: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(parent);
  const { folder, lock } = await createLocked(parent);
  try {
    return await work(join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
    await lock.close();
  }
}

async function createLocked(parent: string) {
  for (;;) {
    const folder = await mkdtemp(join(parent, prefix));
    const lock = await unlessRefused(open(join(folder, lockName), 'wx'), ['ENOENT']);
    if (lock !== undefined && tryLock(lock.fd)) return { folder, lock };
    // Another command took it for abandoned before it was locked, and removes it.
    await lock?.close();
  }
}

/** Removes what it may: an edit needs none of these folders, which may be those of another user. */
async function removeAbandoned(parent: string): Promise<void> {
  const folders = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of folders) await unlessRefused(removeUnlocked(join(parent, name)));
}

async function removeUnlocked(folder: string): Promise<void> {
  const lock = await unlessRefused(open(join(folder, lockName), 'r+'), ['ENOENT']);
  // Without a lock file it is empty: its command was killed in between, or is about to lock it.
  if (lock === undefined) return rmdir(folder);
  try {
    if (tryLock(lock.fd)) await rm(folder, { recursive: true, force: true });
  } finally {
    await lock.close();
  }
}

/** Resolves to undefined if the file system refuses something: with one of these codes, with any by default. */
async function unlessRefused<Value>(
  result: Promise<Value>,
  codes?: readonly string[],
): Promise<Value | undefined> {
  try {
    return await result;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && (codes?.includes(code) ?? true)) return undefined;
    throw error;
  }
}
