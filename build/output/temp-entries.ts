/**
 * Names, finds and removes temporary files, folders and links. A process creates them only while it holds a lock on the
 * output or sync folder, so entries that exist while no lock is held were left by killed processes.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapFileSystemErrors } from './release-error.ts';

/**
 * Matches the names of temporary files, folders and links, also those of earlier compiler versions, which contain a
 * word such as `draft` and a process id.
 */
const pattern =
  /^\.(?:temp|(?:draft|link|build|prune)-\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-discarded)?$/;

/** Returns a unique name for a temporary file, folder or link. */
export function tempName(): string {
  return `.temp-${randomUUID()}`;
}

/**
 * Returns the paths of the temporary files, folders and links in a folder; an empty list if the folder is
 * missing. Throws `ReleaseError` if it cannot be read.
 */
export async function listTempEntries(folder: string): Promise<string[]> {
  const names = await wrapFileSystemErrors(`cannot read ${folder}`, () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
  );
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/**
 * Removes all temporary files, folders and links in a folder. Must be called only while no other process can
 * use the folder. Throws `ReleaseError` if the folder cannot be read, and file-system errors of the removal.
 */
export async function removeTempEntries(folder: string): Promise<void> {
  for (const path of await listTempEntries(folder)) {
    await rm(path, { recursive: true, force: true });
  }
}
