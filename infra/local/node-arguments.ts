/**
 * Finds the arguments that start a program of the project in the same form as this module: TypeScript, compiled, or
 * bundled.
 */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the arguments for Node.js that run a script of the project in the same form in which this module runs: the
 * TypeScript file through tsx, the compiled file (decision 58), or the bundled file (decision 70; only for the files
 * that `infra/bundle/programs.ts` lists). `script` is the path of the TypeScript file in the project. The arguments
 * work in any working directory.
 */
export function nodeArguments(script: string): string[] {
  // In a bundle, the URL of this module is in bundle/, next to the bundled programs.
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  if (extname(import.meta.filename) === '.js') return [path.replace(/\.ts$/, '.js')];
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href, path];
}
