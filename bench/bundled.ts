/** Runs programs from the bundle (`npm run bundle`), as a server does. */
import { join } from 'node:path';
import { bundledPath } from '../infra/bundle/programs.ts';
import { projectFolder } from '../infra/local/run-build.ts';

/**
 * Returns the arguments with which Node.js runs the bundled form of `program`, a source path such as `build/main.ts`.
 * The caller must have written the bundle of this project (`writeBundle`).
 */
export function bundled(program: string): string[] {
  return [join(projectFolder, 'bundle', bundledPath(program))];
}
