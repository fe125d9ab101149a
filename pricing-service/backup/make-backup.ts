/**
 * Makes a backup file: reads accounts, keys and audit from Redis, writes them to a file, and checks and renames the
 * file.
 */
import type { Redis } from 'ioredis';
import { CommandRefused } from '../keys-command/failures.ts';
import { writeBackup } from './backup-file.ts';
import { type Inspection, inspectBackup, renderFindings } from './check-backup.ts';
import { backupName, openPrivateFolder, type Purpose, writePrivateFile } from './private-folder.ts';
import { readSnapshot } from './read-snapshot.ts';

/** A new backup: its path, and the contents and inconsistencies that were read back from the file. */
export interface MadeBackup extends Inspection {
  readonly path: string;
}

/**
 * Writes a backup of the accounts, keys and audit in a Redis to a new file in `folder`, which is created if it is
 * missing. The file gets its final name after it was read again and checked. A backup with the purpose `accounts` must
 * be consistent. One with the purpose `replaced`, made before a restore replaces the accounts, may be inconsistent: the
 * restore repairs that. Throws `NoAccountsError` if Redis holds no accounts, `CommandRefused` if the folder or file
 * cannot be written, other users may use the folder, the check fails or something other than `npm run keys` changes the
 * accounts meanwhile, and the errors of Redis; then no file is left.
 */
export async function makeBackup(
  redis: Redis,
  folder: string,
  purpose: Purpose,
): Promise<MadeBackup> {
  await openPrivateFolder(folder);
  const snapshot = await readSnapshot(redis);
  let inspection: Inspection | undefined;
  const path = await writePrivateFile(
    folder,
    backupName(purpose, snapshot.takenAt),
    (file) => writeBackup(snapshot, file),
    async (temporary) => {
      inspection = await inspectBackup(temporary);
      if (purpose === 'accounts') requireConsistent(inspection);
    },
  );
  if (inspection === undefined) throw new Error('a backup is checked before it gets its name');
  return { path, ...inspection };
}

/** Throws `CommandRefused` if the contents of a backup are inconsistent; the message contains the remedy. */
function requireConsistent({ findings }: Inspection): void {
  if (findings.length === 0) return;
  // The file with these lines is not kept.
  const withoutLines = findings.map((finding) => finding.replace(/^line \d+: /, ''));
  throw new CommandRefused(
    `what Redis holds ${renderFindings(withoutLines)}; restore the last backup: npm run backup -- restore FILE --replace`,
  );
}
