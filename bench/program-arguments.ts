/** Finds the arguments that start a program of the project as npm scripts start it. */
import { join } from 'node:path';
import { programs } from '../infra/bundle/programs.ts';
import { nodeArguments } from '../infra/local/node-arguments.ts';
import { projectFolder } from '../infra/local/run-build.ts';

/**
 * Returns the arguments with which Node.js runs `program`, a source path such as `build/main.ts`: from the bundle, as
 * npm scripts do, or through tsx if the bundle does not contain the program. A program that is started from the bundle
 * first brings the bundle up to date.
 */
export function programArguments(program: string): string[] {
  if (!programs.includes(program)) return nodeArguments(program);
  return [join(projectFolder, 'infra/bundle/run.js'), program];
}
