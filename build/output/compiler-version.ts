/** Computes the version of the compiler, on which all cached results depend. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { createOnce } from '../../console/create-once.ts';
import { sha256 } from '../content/sha256.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The files that determine the version; `package.json` names the version of every library, `Pages.key` the pages. */
const sources = ['build/**/*.ts', 'contract/**/*.ts', 'package.json'];

/** Returns the version of the compiler, computed once because loaded code does not change. Only it reuses its results. */
export const compilerVersion = createOnce(() => versionOf(project));

/** Returns the SHA-256 of the sources in a project folder, and of the versions of Node.js and its libraries. */
export async function versionOf(folder: string): Promise<string> {
  const { node, zlib, brotli, icu } = process.versions;
  return sha256(JSON.stringify([node, zlib, brotli, icu]) + (await hashSources(sources, folder)));
}

/** Returns the SHA-256 of the paths and bytes of the files below `folder` that match the glob `patterns`. */
export async function hashSources(patterns: readonly string[], folder = project): Promise<string> {
  const hash = createHash('sha256');
  const files = await fastGlob([...patterns], { cwd: folder });
  for (const file of files.sort()) {
    // Synchronous: some hundred small files would take as many turns of the event loop.
    hash.update(`\n${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}
