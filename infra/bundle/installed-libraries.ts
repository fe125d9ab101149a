/** Checks that the libraries of a bundle have the versions of package-lock.json. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExpectedError } from '../../console/errors.ts';

/**
 * Throws an `ExpectedError` if a bundled library is installed in another version than that of package-lock.json,
 * because `npm ci` was not run after an upgrade. Throws file-system errors if package-lock.json or the package.json of
 * a library cannot be read. `files` are the paths of all bundled files within the project.
 */
export async function assertInstalled(project: string, files: readonly string[]): Promise<void> {
  const lock = await readJson<{
    packages: Readonly<Record<string, { readonly version?: string }>>;
  }>(join(project, 'package-lock.json'));
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
  for (const folder of [...folders].sort()) {
    const { version } = await readJson<{ version: string }>(join(project, folder, 'package.json'));
    const expected = lock.packages[folder]?.version;
    if (version !== expected) {
      const difference = `${folder} is ${version}, and package-lock.json has ${expected ?? 'none'}`;
      throw new ExpectedError(`${difference}; run npm ci first`);
    }
  }
}

/**
 * Returns the folder of the library that contains a file: `node_modules/zod/v4/index.js` → `node_modules/zod`. Returns
 * undefined for a file of the project itself.
 */
function folderOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(path, 'utf8')) as Value;
}
