/**
 * Creates a folder for the temporary files of a program under test, and lists what the program leaves there.
 */
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/** Returns true for the name of a cache of the TypeScript loader (tsx) or of Node.js. */
const isLoaderCache = (name: string): boolean => /^(tsx-\d+|node-compile-cache)$/.test(name);

/**
 * Returns the names of the entries in a folder for temporary files, except the caches of the TypeScript
 * loader (tsx) and Node.js.
 */
export async function listLeftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !isLoaderCache(name));
}

/**
 * Makes a folder for use as a program's `TMPDIR`. Links the shared cache of the TypeScript loader into the
 * folder: with an empty cache each start would compile all sources again, which takes seconds. Sharing is
 * safe, because a cache entry is named by a hash of its source.
 */
export async function makeTemporaryFolder(t: Teardown): Promise<string> {
  const folder = await makeFolder(t);
  const cache = `tsx-${process.geteuid?.()}`;
  await mkdir(join(tmpdir(), cache), { recursive: true });
  await symlink(join(tmpdir(), cache), join(folder, cache));
  return folder;
}
