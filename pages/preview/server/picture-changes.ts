/** Finds the pictures of products that differ between two releases. */
import { compare } from '../../../build/content/compare.ts';
import { publicFiles } from '../../../contract/release.ts';
import type { ReadableRelease } from '../../../releases/diff/read-release.ts';
import type { ReleaseDiff } from '../../../releases/diff/release-diff.ts';
import type { ChangedPicture } from '../responses.ts';
import { readReleasePicture, releaseFileUrl } from './release-pictures.ts';

/**
 * Returns the product pictures that differ between two releases or that only one of them has, each with the SKU of its
 * product. Front views come first; front views and other pictures are each sorted by path.
 */
export function changedPictures(
  { files: { added, removed, changed } }: ReleaseDiff,
  [before, after]: readonly [ReadableRelease, ReadableRelease],
): readonly (ChangedPicture & { readonly sku: string })[] {
  const paths = [...added, ...removed, ...changed].sort(
    (a, b) => Number(isFront(b)) - Number(isFront(a)) || compare(a, b),
  );
  return paths.flatMap((path) => {
    const sku = productOfPicture(path);
    if (sku === undefined) return [];
    const urlIn = ({ manifest, index }: ReadableRelease) => {
      const pictures = Object.keys(index.product(sku)?.pictures ?? {});
      const file = path.slice('public/'.length);
      const isThere = pictures.some((picture) => publicFiles.picture(sku, picture) === file);
      return isThere ? releaseFileUrl(manifest.release, file) : undefined;
    };
    return [{ sku, path, before: urlIn(before), after: urlIn(after) }];
  });
}

function isFront(path: string): boolean {
  return path.includes('-front.');
}

/** Returns the SKU in the path of a product picture (`public/images/SKU/FILE`), or undefined for other paths. */
export function productOfPicture(path: string): string | undefined {
  return /^public\/images\/([^/]+)\/[^/]+$/.exec(path)?.[1];
}

/**
 * Resolves to those of `pictures` that look different in the two releases `ids` of the output folder `out`. SVG
 * drawings are compared without their title, because a new product name does not change their appearance. Pictures in
 * other formats are not read: all of them are returned. Rejects with the errors of `readReleasePicture`.
 */
export async function visiblyChanged<Picture extends ChangedPicture>(
  { out, ids }: { out: string; ids: readonly [before: string, after: string] },
  pictures: readonly Picture[],
): Promise<readonly Picture[]> {
  const changed: Picture[] = [];
  for (const picture of pictures) {
    const [before, after] = [
      await drawingIn(out, ids[0], picture.path),
      await drawingIn(out, ids[1], picture.path),
    ];
    if (before === undefined || before !== after) changed.push(picture);
  }
  return changed;
}

/**
 * Returns the SVG text of a drawing without its title; undefined if `path` is not an SVG file or the release does not
 * have it.
 */
async function drawingIn(out: string, release: string, path: string): Promise<string | undefined> {
  if (!path.endsWith('.svg')) return undefined;
  const bytes = await readReleasePicture(out, [release, ...path.split('/').slice(1)]);
  return bytes?.toString().replace(/<title>[^<]*<\/title>/, '');
}
