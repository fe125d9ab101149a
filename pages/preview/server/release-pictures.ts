/** The pictures of releases that stand, each as it was released. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureEndings } from '../../../contract/media-types.ts';
import { isReleaseId } from '../../../contract/release.ts';
import { releaseFolder, undefinedIfMissing } from '../../../releases/release-store.ts';

/** A path of plain names: it cannot lead out of the folder, and dots begin none. */
const picturePath = new RegExp(`^(?:images|assets)(?:/\\w[\\w.-]*)+\\.(?:${pictureEndings})$`);

/** The preview's address of a file below `public/` of a release. */
export function releaseFileUrl(release: string, file: string): string {
  return `/preview/release/${release}/${file}`;
}

/** The bytes of a picture of a release; undefined when it has none of that path. */
export async function readReleasePicture(
  out: string,
  [release = '', ...names]: readonly string[],
): Promise<Buffer | undefined> {
  const file = names.join('/');
  if (!isReleaseId(release) || !picturePath.test(file)) return undefined;
  return undefinedIfMissing(readFile(join(releaseFolder(out, release), 'public', file)));
}
