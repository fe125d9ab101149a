/** Completes the folder of a release: links to the objects of its products, and the manifest. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, manifestFile, objectFiles } from '../../contract/release.ts';
import { type FolderContent, installFolder } from './install.ts';
import { objectPath } from './objects.ts';

/** The folder of a release with links, by SKU, to the object of each product. */
export const objectLinks = 'public/v1/products';
/** The folder of a release with links, by SKU, to the drawn pictures in the object of each product. */
const pictureLinks = 'public/images';

/** A product of a release: the name of its object, and whether this has pictures that the build has drawn. */
export interface LinkedProduct {
  readonly sku: string;
  readonly object: string;
  readonly hasPictures: boolean;
}

/** Returns the links of a release to its products: path within the release → target as stored in the link. */
export function linksOf(products: Iterable<LinkedProduct>): Record<string, string> {
  const links: Record<string, string> = {};
  for (const { sku, object, hasPictures } of products) {
    const path = objectPath(object);
    links[`${objectLinks}/${sku}`] = `../../../../../${path}`;
    if (!hasPictures) continue;
    links[`${pictureLinks}/${sku}`] = `../../../../${path}/${objectFiles.pictures}`;
  }
  return links;
}

/**
 * Adds the links and the manifest to the folder of a release, which has all other files (path → size and SHA-256), and
 * renames it to its id; repairs a release that exists. Throws file-system errors.
 */
export async function installRelease(
  folder: string,
  out: string,
  manifest: Manifest,
  { files, products }: Pick<FolderContent, 'files'> & { readonly products: LinkedProduct[] },
): Promise<void> {
  for (const parent of [objectLinks, pictureLinks]) {
    mkdirSync(join(folder, parent), { recursive: true });
  }
  const links = linksOf(products);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, manifestFile), text, { flag: 'wx' });
  const target = join(out, 'releases', manifest.release);
  await installFolder(folder, target, { files, links, texts: { [manifestFile]: text } });
}
