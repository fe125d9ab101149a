/** Finds the arguments that start a program of the project as npm scripts start it. */
import { join } from 'node:path';
import { programs } from '../infra/bundle/programs.ts';
import { nodeArguments } from '../infra/local/node-arguments.ts';
import { projectFolder } from '../infra/local/run-build.ts';

/**
 * Returns the arguments with which Node.js runs `program`, a source path such as `build/main.ts`. They start the
 * program from the bundle, as npm scripts do, and first bring the bundle up to date. A program that the bundle does not
 * contain is run through tsx.
 */
export function programArguments(program: string): string[] {
  if (!programs.includes(program)) return nodeArguments(program);
  return [join(projectFolder, 'infra/bundle/run.js'), program];
}
