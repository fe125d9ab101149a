/** Writes, lists and removes the files of the folder of backups, which other users cannot read. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandIncomplete, CommandRefused } from '../keys-command/failures.ts';
import { renderBackup } from './backup-file.ts';
import type { Snapshot } from './snapshot.ts';

const pattern = /^accounts-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.jsonl\.gz$/;

/**
 * Writes a new backup, named after its purpose and time, and returns its path. It has its name once it
 * is on the disk. Throws `CommandRefused` if the folder cannot be used, or other users may use it.
 */
export async function writeBackupFile(
  folder: string,
  purpose: 'accounts' | 'replaced',
  snapshot: Snapshot,
): Promise<string> {
  const name = `${purpose}-${new Date(snapshot.takenAt).toISOString().replaceAll(':', '')}.jsonl.gz`;
  const [path, temporary] = [join(folder, name), join(folder, `.temp-${randomUUID()}`)];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { mode } = await stat(folder);
    if ((mode & 0o077) !== 0) {
      throw new CommandRefused(
        `other users may use ${folder} (mode ${(mode & 0o7777).toString(8)}), and a backup has the names of customers and the hashes of their keys: keep backups in a folder that only you may use or, if no other user needs ${folder}, close it: chmod 700 ${folder}`,
      );
    }
    await writeFile(temporary, renderBackup(snapshot), { flag: 'wx', mode: 0o600, flush: true });
    await rename(temporary, path);
    // So that the file keeps its name after a crash.
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    return path;
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    if (cause instanceof CommandRefused) throw cause;
    throw new CommandRefused(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Removes the backups before the one at `made`, except the newest `keep - 1` by name; returns the removed
 * names. Throws `CommandIncomplete` if one cannot be removed, or has a later name.
 */
export async function removeOlder(made: string, keep: number): Promise<string[]> {
  const folder = dirname(made);
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  const older = names.slice(0, Math.max(0, names.indexOf(basename(made)) - (keep - 1)));
  try {
    for (const name of older) await unlink(join(folder, name));
  } catch (cause) {
    throw new CommandIncomplete(
      `the backup is made, but older ones in ${folder} cannot be removed (${(cause as Error).message}): correct that, and the next create with --keep removes them`,
      { cause },
    );
  }
  const later = names.slice(names.indexOf(basename(made)) + 1);
  if (later.length === 0) return older;
  throw new CommandIncomplete(
    `the backup ${made} is made, but ${later.length} others have later names (${later[0]} to ${later.at(-1)}), so the clock of Redis was ahead then or is behind now: correct it if it is wrong, and move these files to another folder, because --keep does not remove them`,
  );
}
