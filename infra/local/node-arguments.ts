/**
 * Finds the arguments that start a program of the project in the same form as this module: TypeScript, compiled, or
 * bundled.
 */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the arguments with which Node.js runs a script of the project. `script` is the path of its TypeScript file in
 * the project, such as `build/main.ts`. The script runs in the same form as this module: if this module is TypeScript,
 * the result is `['--import', '<URL of tsx>', '/project/build/main.ts']`; if it is compiled (decision 58) or bundled
 * (decision 70), the result is only the path of the compiled or bundled file, which ends with `.js`. Only the files
 * that `infra/bundle/programs.ts` lists are bundled. The arguments work in any working directory.
 */
export function nodeArguments(script: string): string[] {
  // In a bundle, the URL of this module is in bundle/, next to the bundled programs.
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  if (extname(import.meta.filename) === '.js') return [path.replace(/\.ts$/, '.js')];
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href, path];
}
