/** What a cache entry depends on besides content: the compiler itself and whatever shapes its bytes. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * `package.json` names the exact version of every library. Pages are remembered by their bytes.
 */
const sources = ['build/**/*.ts', 'contract/**/*.ts', 'package.json'];

/** Compression, and the words of numbers, come with Node.js. */
const { node, zlib, brotli, icu } = process.versions;

/** The version of the compiler that runs: read once, since the code that is loaded does not change. */
let own: Promise<string> | undefined;

/** A hash over the compiler's sources, its libraries' versions and Node.js's own. */
export function compilerVersion(folder = project): Promise<string> {
  if (folder !== project) return versionOf(folder);
  own ??= versionOf(project);
  return own;
}

async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([node, zlib, brotli, icu]));
  const files = await fastGlob(sources, { cwd: folder });
  for (const file of files.sort()) {
    hash.update(`\n${file}\n`).update(await readFile(join(folder, file)));
  }
  return hash.digest('hex');
}
