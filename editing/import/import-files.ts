/** Accesses files for imports: reads input files and writes the content folder. */
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ExpectedError } from '../../console/errors.ts';
import { inTemporaryFolder } from '../edit/temporary-folder.ts';

/** Thrown if an import is impossible. The message is one line with the reason and the remedy. */
export class ImportError extends ExpectedError {
  override readonly name = 'ImportError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s+/g, ' ').trim(), options);
  }
}

/** Code of a file-system error → the reason in the message, after the path of the file. */
const readFailures: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not in a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'is not readable',
};

/**
 * Returns the bytes of a file. If it cannot be read, throws `ImportError` with the reason and `advice`, which says what
 * the user can do.
 */
export async function readSource(file: string, advice: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = codeOf(cause);
    const reason = readFailures[code] ?? `cannot be read (${code})`;
    throw new ImportError(`${file} ${reason}; ${advice}`, { cause });
  }
}

const outAdvice = 'give --out a folder that does not exist yet, where you may write';

/** Returns whether a folder is missing, empty or filled. Throws `ImportError` if it cannot be read. */
export async function stateOfFolder(folder: string): Promise<'missing' | 'empty' | 'filled'> {
  try {
    return (await readdir(folder)).length === 0 ? 'empty' : 'filled';
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return 'missing';
    throw new ImportError(`${folder} is not a readable folder; ${outAdvice}`, { cause });
  }
}

/**
 * Returns true if a folder is empty, false if it is missing. Throws `ImportError` if it is not empty or cannot be read.
 */
export async function assertEmpty(folder: string): Promise<boolean> {
  const state = await stateOfFolder(folder);
  if (state !== 'filled') return state === 'empty';
  throw new ImportError(`${folder} exists and is not empty; ${outAdvice}`);
}

/**
 * Writes all files (path → text) to a missing or empty folder, or none: writes them to a temporary folder, calls
 * `beforeRename`, and then renames the temporary folder. Throws `ImportError` if the folder is not empty, if a file
 * cannot be written, or if `beforeRename` fails.
 */
export async function writeContent(
  folder: string,
  files: ReadonlyMap<string, string>,
  beforeRename: () => Promise<void>,
): Promise<void> {
  const target = resolve(folder);
  const exists = await assertEmpty(target);
  try {
    await mkdir(dirname(target), { recursive: true });
    await inTemporaryFolder(dirname(target), async (temporary) => {
      for (const [path, text] of files) {
        const file = join(temporary, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text, { flag: 'wx' });
      }
      await beforeRename();
      if (exists) await rmdir(target);
      await rename(temporary, target);
    });
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    throw writeFailure(folder, outAdvice, cause);
  }
}

/**
 * Writes or replaces a file atomically. If it cannot be written, throws `ImportError` with the reason and `advice`,
 * which says what the user can do.
 */
export async function replaceFile(path: string, text: string, advice: string): Promise<void> {
  const temporary = `${path}.importing-${process.pid}`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw writeFailure(path, advice, cause);
  }
}

function writeFailure(path: string, advice: string, cause: unknown): ImportError {
  const code = codeOf(cause);
  const isFull = ['ENOSPC', 'EDQUOT'].includes(code);
  const reason = isFull
    ? ': the disk is full; free some space and import again'
    : ` (${code}); ${advice}`;
  return new ImportError(`${path} cannot be written${reason}`, { cause });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
