/**
 * Temporary folders next to the content, in which edits are checked. A killed command leaves its folder, and
 * the next command removes it. The kernel releases a lock when its process ends, so a folder in use is never
 * removed.
 */
import { mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

const prefix = '.edit-check-';

/** The process that uses the folder locks this file. */
const lockName = 'lock';

/**
 * Calls a function with an unused path in a new temporary folder, which is removed afterwards. First removes
 * the folders of killed commands. Throws file-system errors and errors of the function.
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
    // Another command removes this folder because it was not locked yet.
    await lock?.close();
  }
}

/** Removes abandoned folders. Ignores refusals, because a folder may belong to another user. */
async function removeAbandoned(parent: string): Promise<void> {
  const folders = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of folders) await unlessRefused(removeUnlocked(join(parent, name)));
}

async function removeUnlocked(folder: string): Promise<void> {
  const lock = await unlessRefused(open(join(folder, lockName), 'r+'), ['ENOENT']);
  // The folder has no lock file: its command was killed, or is about to create the file.
  if (lock === undefined) return rmdir(folder);
  try {
    if (tryLock(lock.fd)) await rm(folder, { recursive: true, force: true });
  } finally {
    await lock.close();
  }
}

/**
 * Resolves to undefined for file-system errors with one of the given codes, by default for all of them.
 */
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
