/** Makes a backup file: reads Redis, writes, checks and renames the file. */
import type { RedisConnection } from '../../redis/connect.ts';
import { writeBackup } from './backup-file.ts';
import { type BackupContents, checkBackup } from './check-backup.ts';
import { backupName, openPrivateFolder, type Purpose, writePrivateFile } from './private-folder.ts';
import { readSnapshot } from './read-snapshot.ts';

export interface MadeBackup {
  readonly path: string;
  /** The contents, read back from the file. */
  readonly contents: BackupContents;
}

/**
 * Writes a backup of the accounts, keys and audit in a Redis to a new file in a folder, which is created if it is
 * missing. The file has a temporary name until it is on the disk and was checked. Throws `NoAccountsError` if Redis
 * holds no accounts, `CommandRefused` if the folder or file cannot be written or the check fails, and the errors of
 * Redis; then no file is left.
 */
export async function makeBackup(
  redis: RedisConnection,
  folder: string,
  purpose: Purpose,
): Promise<MadeBackup> {
  await openPrivateFolder(folder);
  const snapshot = await readSnapshot(redis);
  let contents: BackupContents | undefined;
  const path = await writePrivateFile(
    folder,
    backupName(purpose, snapshot.takenAt),
    (file) => writeBackup(snapshot, file),
    async (temporary) => {
      contents = await checkBackup(temporary);
    },
  );
  if (contents === undefined) throw new Error('a backup is checked before it gets its name');
  return { path, contents };
}
