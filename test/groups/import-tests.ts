/**
 * Test files that share a process: starting one takes a second, which is more than most files need.
 * `npm test` runs the files of this folder; `npx ava test/contract/sku.unit.test.ts` runs one alone.
 */
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastGlob from 'fast-glob';

const folder = resolve(import.meta.dirname, '..');
const ending = extname(import.meta.filename);

/**
 * Imports the test files that match patterns below `test/`, in the order of their paths; their compiled files if
 * this module is compiled. They must not await at their top level: ava starts the tests once the module
 * that declared the first is evaluated.
 */
export async function importTests(...patterns: readonly string[]): Promise<void> {
  const globs = patterns.map((pattern) => pattern.replace(/\.ts$/, ending));
  const paths = await fastGlob(globs, { cwd: folder, absolute: true });
  if (paths.length === 0) throw new Error(`no test file matches ${patterns.join(', ')}`);
  // Static imports of one module, so that all files are evaluated in one go.
  const imports = paths.sort().map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};`);
  await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`);
}
