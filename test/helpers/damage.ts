/** Damages files as a failing disk does: other bytes, with the same size and modification time. */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';

/** Replaces the first occurrence of `bytes` in a file by as many Z, and keeps the modification time of the file. */
export async function damageFile(path: string, bytes: string): Promise<void> {
  const { atime, mtime } = await stat(path);
  const text = await readFile(path, 'latin1');
  if (!text.includes(bytes)) throw new Error(`${path} does not contain ${bytes}`);
  await writeFile(path, text.replace(bytes, 'Z'.repeat(bytes.length)), 'latin1');
  await utimes(path, atime, mtime);
}
