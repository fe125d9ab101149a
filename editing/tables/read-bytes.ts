/** Reads a file, and refuses it if another program changed it meanwhile. */
import { readFile, stat } from 'node:fs/promises';
import { ExpectedError } from '../../console/errors.ts';

/** Returns the bytes of a file. Throws an `ExpectedError` if it is missing, a folder, or changed meanwhile. */
export async function readBytes(
  file: string,
  read: (file: string) => Promise<Buffer> = readFile,
): Promise<Buffer> {
  try {
    const before = await stat(file);
    if (before.isDirectory()) throw new ExpectedError(`${file} is a folder; name the file in it`);
    const bytes = await read(file);
    const after = await stat(file);
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs) {
      throw new ExpectedError(
        `${file} changed while it was read; run the command again when it is complete`,
      );
    }
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ExpectedError(`there is no file ${file}`, { cause: error });
  }
}
