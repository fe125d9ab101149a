/** The first module of each bundled program. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChangedSource, type Sources } from './sources.ts';

const project = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Prepares the process for a program of the bundle whose sources are recorded in `record`, a file. Ends the process
 * with exit code 1 and one line on standard error if a source has changed since: older code must not run
 * silently, nor write releases under the version of newer code.
 */
export function launch(record: URL): void {
  const changed = findChangedSource(project, JSON.parse(readFileSync(record, 'utf8')) as Sources);
  if (changed !== undefined) {
    process.stderr.write(
      `bundle/ is out of date: ${changed} has changed since; run npm run bundle in ${project}\n`,
    );
    process.exit(1);
  }
  showSources();
}

/** Makes stacks name the lines of TypeScript files; tsx does the same. */
export function showSources(): void {
  process.setSourceMapsEnabled(true);
}
