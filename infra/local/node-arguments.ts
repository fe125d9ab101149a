/** Finds the arguments that start a program of the project. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the arguments with which Node.js runs a program, given by its path in the project: for `build/main.ts`,
 * `['--import', '<URL of tsx>', '/project/build/main.ts']`. They work in any working directory.
 */
export function nodeArguments(program: string): string[] {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const path = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  return ['--import', pathToFileURL(tsx).href, path];
}
