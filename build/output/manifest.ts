/** Reads the manifest of a release. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  releaseFormat,
} from '../../contract/release.ts';
import { keepingLast } from './kept-files.ts';
import { ReleaseError } from './release-error.ts';

/**
 * Reads the manifest in a release's folder. Rejects with a file-system error if it is missing, `ReleaseError`
 * if it has another format, and a JSON or schema error if it is damaged.
 */
export function readManifest(folder: string): Promise<Manifest> {
  return readKept(join(folder, manifestFile));
}

const readKept = keepingLast(async (path): Promise<Manifest> => {
  const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
  const { format = 1 } = (manifest ?? {}) as { format?: unknown };
  if (format !== releaseFormat) {
    throw new ReleaseError(
      `it has format ${String(format)}, and this version reads format ${releaseFormat}`,
    );
  }
  return manifestSchema.parse(manifest);
});
