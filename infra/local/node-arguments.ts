/**
 * Finds the arguments that start a program of the project in the same form as this module: TypeScript, compiled, or
 * bundled.
 */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the arguments with which Node.js, started in any folder, runs a TypeScript file, given by its path in the
 * project: through tsx if this module is TypeScript, otherwise its compiled file (decision 58), or its bundled one if
 * this module is bundled (decision 70; only files that `infra/bundle/programs.ts` lists).
 */
export function nodeArguments(script: string): string[] {
  // In a bundle, the URL of this module is in bundle/, next to the bundled programs.
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  if (extname(import.meta.filename) === '.js') return [path.replace(/\.ts$/, '.js')];
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href, path];
}
