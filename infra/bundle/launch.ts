/** The first module that each bundled program loads: it ends an outdated program, and sets up stack traces. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChangedSource, type Sources } from './sources.ts';

const project = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** URL of a JSON file that lists the sources of a bundle → the result of `changedSource` for it. */
const checked = new Map<string, string | undefined>();

/**
 * Returns the path of the first source that is missing or has changed since the bundling, or undefined if all are
 * unchanged. `record` is the JSON file that lists the sources with size, time and SHA-256; throws an error if this file
 * cannot be read or parsed. Later calls with the same `record` return the first result, because `run.js` and the
 * program that it runs call this function in one process.
 */
export function changedSource(record: URL): string | undefined {
  const { href } = record;
  if (!checked.has(href)) {
    const sources = JSON.parse(readFileSync(record, 'utf8')) as Sources;
    checked.set(href, findChangedSource(project, sources));
  }
  return checked.get(href);
}

/**
 * Prepares the process of a bundled program. If a source listed in the file `record` is missing or has changed since
 * the bundling, prints one line on standard error and ends the process with exit code 1: outdated code must not run
 * unnoticed, nor write releases marked with the version of the changed sources (`compilerVersion`). Otherwise makes
 * stack traces show TypeScript lines. Throws an error if `record` cannot be read or parsed.
 */
export function launch(record: URL): void {
  const changed = changedSource(record);
  if (changed !== undefined) {
    process.stderr.write(
      `bundle/ is out of date: ${changed} has changed since; run npm run bundle in ${project}\n`,
    );
    process.exit(1);
  }
  showSources();
}

/** Makes stack traces show the lines of TypeScript files, as tsx does. */
export function showSources(): void {
  process.setSourceMapsEnabled(true);
}
