/** Reads what an import is made from; every failure is one line that says what to do. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportProblem } from './import-problem.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not in a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read',
};

/** Reads a file; throws ImportProblem with the advice when it cannot be read. */
export async function readSource(file: string, advice: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    throw new ImportProblem(`${file} ${reasons[code] ?? `cannot be read (${code})`}; ${advice}`, {
      cause,
    });
  }
}

/** Reads named files of a folder, one after the other, so that the first missing one is told. */
export async function readSources<Name extends string>(
  folder: string,
  names: readonly Name[],
): Promise<Readonly<Record<Name, Uint8Array>>> {
  const advice = `give the folder of the export, which holds ${names.join(', ')}`;
  const files = new Map<Name, Uint8Array>();
  for (const name of names) files.set(name, await readSource(join(folder, name), advice));
  return Object.fromEntries(files) as Record<Name, Uint8Array>;
}
