/** Runs programs from the bundle (`npm run bundle`), as a server does. */
import { join } from 'node:path';
import { bundledPath } from '../infra/bundle/programs.ts';
import { projectFolder } from '../infra/local/run-build.ts';

/**
 * Returns the arguments of Node.js that run a program, such as `build/main.ts`, from the bundle of this project. The
 * caller writes the bundle before (`writeBundle`).
 */
export function bundled(program: string): string[] {
  return [join(projectFolder, 'bundle', bundledPath(program))];
}
