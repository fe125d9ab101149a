/** Accesses files for imports: reads input files, writes the content folder, and asks git about it. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { ExpectedError } from '../../console/errors.ts';
import { inTemporaryFolder } from '../edit/check-edits.ts';

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

/** Reads a JSON file of a user. Throws an `ImportError` with the path of the first mistake and `advice`. */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  advice: string,
): Promise<z.output<Schema>> {
  let json: unknown;
  try {
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (cause) {
    const code = codeOf(cause);
    const reason =
      cause instanceof SyntaxError
        ? `is not JSON: ${cause.message}`
        : (readFailures[code] ?? `cannot be read (${code})`);
    throw new ImportError(`${file} ${reason}; ${advice}`, { cause });
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join('.') || 'the whole';
  const message = `${file}: ${path}: ${issue?.message}; ${advice}`;
  throw new ImportError(message, { cause: result.error });
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

/** Returns whether git has every change of a folder committed, has uncommitted ones, or does not track the folder. */
export function gitStateOf(folder: string): 'clean' | 'uncommitted' | 'outside' {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-C', folder, ...args, '--', '.'], { encoding: 'utf8' });
  const { status, stdout, stderr, error } = git('status', '--porcelain');
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return 'outside';
  if (status !== 0) {
    if (/not a git repository/i.test(stderr)) return 'outside';
    throw new ImportError(`git cannot tell whether ${folder} has uncommitted changes: ${stderr}`);
  }
  if (stdout !== '') return 'uncommitted';
  // A folder that git ignores has no changes, either.
  return git('ls-files').stdout === '' ? 'outside' : 'clean';
}

/** Writes all files (path → text) to a missing or empty folder, or none. Throws `ImportError` if that fails. */
export async function writeContent(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const target = resolve(folder);
  try {
    await mkdir(dirname(target), { recursive: true });
    await inTemporaryFolder(dirname(target), async (temporary) => {
      for (const [path, text] of files) {
        const file = join(temporary, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text, { flag: 'wx' });
      }
      if ((await stateOfFolder(target)) === 'empty') await rmdir(target);
      await rename(temporary, target);
    });
  } catch (cause) {
    throw writeFailure(folder, outAdvice, cause);
  }
}

/** Writes or replaces a file atomically. Throws `ImportError` with the reason and `advice` if that fails. */
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
