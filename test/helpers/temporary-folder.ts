/** The folder for temporary files that a program under test is given. */
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/** The TypeScript loader's cache in a folder for temporary files, and Node.js's own. */
const isLoaderCache = (name: string): boolean => /^(tsx-\d+|node-compile-cache)$/.test(name);

/**
 * Returns the names of the entries in a folder for temporary files, except the caches of the TypeScript
 * loader and npm.
 */
export async function listLeftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !isLoaderCache(name));
}

/**
 * Makes a folder to be a program's `TMPDIR`. The loader's cache is linked into it: with an empty one
 * each start would compile every source again, which takes seconds. Its entries are named after a
 * hash of what they are made of, and all processes share it anyway.
 */
export async function makeTemporaryFolder(t: Teardown): Promise<string> {
  const folder = await makeFolder(t);
  const cache = `tsx-${process.geteuid?.()}`;
  await mkdir(join(tmpdir(), cache), { recursive: true });
  await symlink(join(tmpdir(), cache), join(folder, cache));
  return folder;
}
