/** Computes the version of the compiler, on which all cached results depend. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { createOnce } from '../../console/create-once.ts';
import { sha256 } from '../content/sha256.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Patterns of the files that determine the version. `package.json` names the exact version of every library. The
 * sources of pages are not included, because `Pages.key` contains their hash.
 */
const sources = ['build/**/*.ts', 'contract/**/*.ts', 'package.json'];

/**
 * The versions of Node.js and of its libraries for compression and for formatting numbers (ICU).
 */
const { node, zlib, brotli, icu } = process.versions;

/** Returns the version of the running compiler, computed once because loaded code does not change. */
const ownVersion = createOnce(() => versionOf(project));

/**
 * Resolves to the version of the compiler: the SHA-256, in hexadecimal, of its sources, of `package.json`, which names
 * the versions of the npm packages, and of the versions of Node.js and three libraries in it (zlib, Brotli, ICU). A
 * build does not reuse results that another version of the compiler made. `folder` is the folder of the compiler's
 * project; tests pass another. Rejects with file-system errors.
 */
export function compilerVersion(folder = project): Promise<string> {
  return folder === project ? ownVersion() : versionOf(folder);
}

async function versionOf(folder: string): Promise<string> {
  return sha256(JSON.stringify([node, zlib, brotli, icu]) + (await hashSources(sources, folder)));
}

/**
 * Resolves to the SHA-256, in hexadecimal, of the paths and bytes of the files that match the glob `patterns`. The
 * patterns are relative to `folder`, by default the project folder. Rejects with file-system errors.
 */
export async function hashSources(patterns: readonly string[], folder = project): Promise<string> {
  const hash = createHash('sha256');
  const files = await fastGlob([...patterns], { cwd: folder });
  for (const file of files.sort()) {
    // Synchronous: some hundred small files would take as many turns of the event loop.
    hash.update(`\n${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}
