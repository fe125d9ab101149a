/**
 * Creates the folder of backups, which other users cannot read, and writes, lists and removes its files. A file has its
 * final name only once it is complete.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandIncomplete, CommandRefused } from '../keys-command/failures.ts';

/** Age in milliseconds from which a temporary file is removed: the command that wrote it must have been killed. */
const abandonedMs = 24 * 3_600_000;

/**
 * Purpose of a backup. `accounts`: made by `create`, whose option `--keep` limits their number. `replaced`: made by
 * `restore --replace` from the accounts in Redis before it replaces them; never removed automatically.
 */
export type Purpose = 'accounts' | 'replaced';

/**
 * Returns the file name of a backup, such as `accounts-2026-11-22T031500.000Z.jsonl.gz`. Names with the same purpose
 * sort by time. `takenAt` is in milliseconds since 1970.
 */
export function backupName(purpose: Purpose, takenAt: number): string {
  return `${purpose}-${new Date(takenAt).toISOString().replaceAll(':', '')}.jsonl.gz`;
}

const namePattern = /^accounts-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.jsonl\.gz$/;

/**
 * Creates the folder of backups if it is missing. Throws `CommandRefused` if it cannot be created, or if other users
 * may read, write or enter it.
 */
export async function openPrivateFolder(folder: string): Promise<void> {
  await orRefuse(`cannot make the folder ${folder}`, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { mode } = await stat(folder);
    if ((mode & 0o077) === 0) return;
    const octal = (mode & 0o7777).toString(8);
    throw new CommandRefused(
      `other users may use ${folder} (mode ${octal}), and a backup has the names of customers and the hashes of their keys: keep backups in a folder that only you may use or, if no other user needs ${folder}, close it: chmod 700 ${folder}`,
    );
  });
}

/**
 * Writes a file that other users cannot read, and returns its path. `write` fills a temporary file, which is synced to
 * the disk, checked by `check` and renamed. Throws `CommandRefused` if the operating system refuses, or the error of
 * `write` or `check`; then no file is left.
 */
export async function writePrivateFile(
  folder: string,
  name: string,
  write: (file: FileHandle) => Promise<void>,
  check: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(folder, name);
  const temporary = join(folder, `.temp-${randomUUID()}`);
  await orRefuse(`cannot write ${path}`, async () => {
    let written = temporary;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await check(temporary);
      await rename(temporary, path);
      written = path;
      await syncFolder(folder);
    } catch (error) {
      await rm(written, { force: true });
      throw error;
    }
  });
  return path;
}

/** Syncs a folder to the disk, so that a file renamed in it keeps its new name after a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns the names of the `accounts` backups in a folder, sorted; an empty list if the folder is missing. Throws
 * `CommandRefused` if the folder cannot be read.
 */
export function listBackups(folder: string): Promise<readonly string[]> {
  return orRefuse(`cannot read the folder ${folder}`, async () => {
    let names: string[] = [];
    await ignoreMissing(async () => {
      names = await readdir(folder);
    });
    return names.filter((name) => namePattern.test(name)).sort();
  });
}

/**
 * Removes old files from the folder of the new backup at the path `made`: temporary files that are older than a day at
 * `nowMs` (milliseconds since 1970), and old `accounts` backups. Of these backups, keeps the new one, the `keep - 1`
 * directly before it by name, and all with later names. Example: if `keep` is 3, it removes those before the new one
 * except the last two. Returns the names of the removed backups, oldest first. Skips files that another command removes
 * or renames meanwhile. Throws `CommandIncomplete` if a file cannot be removed.
 */
export async function removeOlder(
  made: string,
  keep: number,
  nowMs: number,
): Promise<readonly string[]> {
  const folder = dirname(made);
  try {
    const names = (await readdir(folder)).sort();
    const earlier = names.filter((name) => namePattern.test(name) && name < basename(made));
    const older = earlier.slice(0, Math.max(0, earlier.length - (keep - 1)));
    const removed: string[] = [];
    for (const name of older) {
      if (await ignoreMissing(() => unlink(join(folder, name)))) removed.push(name);
    }
    for (const name of names.filter((each) => each.startsWith('.temp-'))) {
      const path = join(folder, name);
      await ignoreMissing(async () => {
        if ((await stat(path)).mtimeMs < nowMs - abandonedMs) await unlink(path);
      });
    }
    return removed;
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw new CommandIncomplete(
      `the backup is made, but older ones in ${folder} cannot be removed (${cause.message}): correct that, and the next create with --keep removes them`,
      { cause },
    );
  }
}

/** Runs `act` and returns true, or false if `act` throws because a file does not exist. Throws any other error. */
async function ignoreMissing(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Runs `act` and returns its result. Converts an error of the operating system to a `CommandRefused` whose message
 * begins with `failure`; throws any other error unchanged.
 */
export async function orRefuse<Result>(
  failure: string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw new CommandRefused(`${failure}: ${cause.message}`, { cause });
  }
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
