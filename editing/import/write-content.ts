/** Writes a content folder whole or not at all. */
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ImportProblem } from './import-problem.ts';

const advice = 'give --out a folder that does not exist yet, in a place where you may write';

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** Throws ImportProblem unless the folder is missing or empty; tells whether it is there. */
export async function assertFree(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    if (names.length === 0) return true;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return false;
    throw new ImportProblem(`${folder} is not a folder that can be read; ${advice}`, { cause });
  }
  throw new ImportProblem(`${folder} exists and is not empty; ${advice}`);
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
}

/**
 * Writes files by path into a folder that is missing or empty. They are written beside it and moved
 * there at once; throws ImportProblem when it is not free or a file cannot be written.
 */
export async function writeContent(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const target = resolve(folder);
  const staging = `${target}.importing-${process.pid}`;
  const exists = await assertFree(target);
  try {
    await writeFiles(staging, files);
    if (exists) await rmdir(target);
    await rename(staging, target);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    throw new ImportProblem(`${folder} cannot be written (${codeOf(cause)}); ${advice}`, { cause });
  }
}
