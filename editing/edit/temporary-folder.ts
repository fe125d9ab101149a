/**
 * Creates temporary folders beside the content folder, in which edits are checked and imports written. A killed command
 * leaves its folder behind, and the next command removes it. Each folder has a lock that the kernel releases when the
 * process ends, so that a folder in use is never removed.
 */
import { mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

const prefix = '.editing-';

/** Name of the file, in a temporary folder, that a command locks while it uses the folder. */
const lockName = 'lock';

/**
 * Creates a temporary folder in `parent`, calls `work` with a path in this folder at which nothing exists yet, removes
 * the folder (also if `work` fails), and returns the result of `work`. To keep what it has created at the path, `work`
 * renames it to a path outside the folder. First removes the temporary folders that killed commands have left. Throws
 * file-system errors and the errors of `work`.
 */
export async function inTemporaryFolder<Result>(
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

/**
 * Creates a temporary folder in `parent` with a lock file, and locks that file. Returns the path of the folder and the
 * open lock file, which the caller must close.
 */
async function createLocked(parent: string) {
  for (;;) {
    const folder = await mkdtemp(join(parent, prefix));
    const lock = await undefinedIfFileError(open(join(folder, lockName), 'wx'), ['ENOENT']);
    if (lock !== undefined && tryLock(lock.fd)) return { folder, lock };
    // Another command is removing this folder, because it was not locked yet.
    await lock?.close();
  }
}

/**
 * Removes the temporary folders that killed commands have left in `parent`. Skips a folder that cannot be removed,
 * because it may belong to another user.
 */
async function removeAbandoned(parent: string): Promise<void> {
  const folders = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of folders) await undefinedIfFileError(removeUnlocked(join(parent, name)));
}

async function removeUnlocked(folder: string): Promise<void> {
  const lock = await undefinedIfFileError(open(join(folder, lockName), 'r+'), ['ENOENT']);
  // Without a lock file, the command was killed or is about to create it; then `rmdir` fails.
  if (lock === undefined) return rmdir(folder);
  try {
    if (tryLock(lock.fd)) await rm(folder, { recursive: true, force: true });
  } finally {
    await lock.close();
  }
}

/**
 * Resolves to the value of a promise, or to undefined if it rejects with a file-system error that has one of the given
 * codes (without `codes`: any file-system error). Rejects with all other errors.
 */
async function undefinedIfFileError<Value>(
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
