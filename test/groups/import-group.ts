/** Imports the test files of a group into this process. */
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import fastGlob from 'fast-glob';
import { type GroupName, groups } from './groups.ts';

const folder = resolve(import.meta.dirname, '..');

/** Returns the absolute paths of the test files of a group, sorted. `extension` is `.js` for the compiled files. */
export async function filesOf(group: GroupName, extension = '.ts'): Promise<string[]> {
  const patterns = groups[group].map((pattern) => pattern.replace(/\.ts$/, extension));
  return (await fastGlob(patterns, { cwd: folder, absolute: true })).sort();
}

/**
 * Imports the test files of a group, or their compiled files if this module is compiled. Throws if the group
 * has no test file. An imported module must not use top-level await, because ava starts the tests once the
 * module that declared the first test is evaluated.
 */
export async function importGroup(group: GroupName): Promise<void> {
  const extension = extname(import.meta.filename);
  const paths = await filesOf(group, extension);
  if (paths.length === 0) throw new Error(`the group ${group} has no test file`);
  // Static imports of one module, so that all files are evaluated in one go.
  const order = join(import.meta.dirname, `one-at-a-time${extension}`);
  const imports = [order, ...paths].map(
    (path) => `import ${JSON.stringify(pathToFileURL(path).href)};`,
  );
  const module = `data:text/javascript,${encodeURIComponent(imports.join('\n'))}`;
  await import(module).catch((error: unknown) => {
    // ava may end the process before it has reported the error, such as two tests with one title.
    process.stderr.write(`${inspect(error)}\n`);
    throw error;
  });
}
