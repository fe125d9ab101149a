/** Imports the test files of a folder into one process, because starting a process for each takes a second. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import fastGlob from 'fast-glob';

const tests = resolve(import.meta.dirname, '..');

/**
 * Imports all `*.test.ts` below a folder of `test/`, such as `unit`. Throws if there are none, or if a module of them
 * throws. They must not use top-level await: ava starts once the first test is declared.
 */
export async function importTests(folder: string): Promise<void> {
  const files = (await fastGlob(`${folder}/**/*.test.ts`, { cwd: tests })).sort();
  if (files.length === 0) throw new Error(`test/${folder} has no test file`);
  // ava starts the tests once the module that declares the first one is evaluated: one module imports all.
  const imports = files.map(
    (file) => `import ${JSON.stringify(pathToFileURL(join(tests, file)).href)};`,
  );
  const module = `data:text/javascript,${encodeURIComponent(imports.join('\n'))}`;
  await import(module).catch((error: unknown) => {
    // ava may end the process before it has reported the error, such as two tests with one title.
    process.stderr.write(`${inspect(error)}\n`);
    throw error;
  });
}
