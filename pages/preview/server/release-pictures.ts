/** Reads the pictures of releases for the preview. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureEndings } from '../../../contract/media-types.ts';
import { isReleaseId } from '../../../contract/release.ts';
import { releaseFolder, undefinedIfMissing } from '../../../releases/release-store.ts';

/**
 * Allowed paths of pictures, relative to `public/`. No segment begins with a dot, so that a path cannot leave
 * `public/`.
 */
const picturePath = new RegExp(`^(?:images|assets)(?:/\\w[\\w.-]*)+\\.(?:${pictureEndings})$`);

/** Returns the URL path at which the preview serves a file below `public/` of a release. */
export function releaseFileUrl(release: string, file: string): string {
  return `/preview/release/${release}/${file}`;
}

/**
 * Reads a picture of a release in the output folder `out`. `path` has the release id, then the segments of the path
 * below `public/`. Resolves to undefined if the path is not a picture below `images/` or `assets/`, or does not exist;
 * rejects with other file-system errors.
 */
export async function readReleasePicture(
  out: string,
  path: readonly string[],
): Promise<Buffer | undefined> {
  const [release = '', ...names] = path;
  const file = names.join('/');
  if (!isReleaseId(release) || !picturePath.test(file)) return undefined;
  return undefinedIfMissing(readFile(join(releaseFolder(out, release), 'public', file)));
}
