/** How a rule's test file declares its tests: they run together, in the process of `rules.test.ts`. */
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type Implementation } from 'ava';

const folder = dirname(fileURLToPath(import.meta.url));

/**
 * Makes the `test` of a file: titles begin with the rule's name. One after the other, since each test
 * reads a whole catalogue.
 */
export function testsOf(url: string) {
  const rule = relative(folder, fileURLToPath(url)).replace('.test.ts', '');
  return (title: string, implementation: Implementation<[]>): void => {
    test.serial(`${rule}: ${title}`, implementation);
  };
}
