/** Finds the arguments that start a program of the project in tests. */
import { extname, join } from 'node:path';
import { bundledPath, programs } from '../../infra/bundle/programs.ts';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { projectFolder } from '../../infra/local/run-build.ts';

/**
 * Returns the arguments for Node.js that run a script of the project, given by the path of its TypeScript file. In
 * `npm test`, programs run from the bundle that `test/compile.ts` wrote, as users run them; they also start faster.
 * Other scripts, and all scripts in a test file that is run alone, run in the form of this module (`nodeArguments`).
 */
export function programArguments(script: string): string[] {
  const isCompiled = extname(import.meta.filename) === '.js';
  if (!isCompiled || !programs.includes(script)) return nodeArguments(script);
  return [join(projectFolder, 'bundle', bundledPath(script))];
}
