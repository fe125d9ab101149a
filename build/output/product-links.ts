/** Makes the symbolic links from a release to the objects (product folders) of its products. */
import { linkSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isFileSystemError } from '../../console/errors.ts';
import { objectFiles } from '../../contract/release.ts';
import { objectPath } from './object-records.ts';

/** Path of a symbolic link within a release → path of the linked folder, relative to the output folder. */
export type Links = ReadonlyMap<string, string>;

/** The folders of a release with links by SKU: to the object of each product, and to the drawn pictures in it. */
export const linkFolders = { objects: 'public/v1/products', pictures: 'public/images' } as const;

/**
 * Returns the links of a release with these products: `public/v1/products/TEE100` → `objects/1f/…` and, with drawn
 * pictures, `public/images/TEE100` → `objects/1f/…/images`.
 */
export function linksOf(
  products: Iterable<{
    readonly sku: string;
    readonly object: string;
    readonly hasPictures: boolean;
  }>,
): Links {
  const links = new Map<string, string>();
  for (const { sku, object, hasPictures } of products) {
    const path = objectPath(object);
    links.set(`${linkFolders.objects}/${sku}`, path);
    if (hasPictures) links.set(`${linkFolders.pictures}/${sku}`, join(path, objectFiles.pictures));
  }
  return links;
}

/** The folder of a new release, below the output folder, and that of the previous release, if there is one. */
export interface LinkFolders {
  readonly out: string;
  readonly folder: string;
  readonly previous: string | undefined;
}

/** Creates the links in the folder of a release. Returns path → target as stored in the link. Throws file-system errors. */
export function linkAll(links: Links, { out, folder, previous }: LinkFolders): Links {
  const toOut = new Map<string, string>();
  for (const parent of Object.values(linkFolders)) {
    mkdirSync(join(folder, parent), { recursive: true });
    toOut.set(parent, relative(join(folder, parent), out));
  }
  const targets = new Map(
    Array.from(links, ([path, object]) => [path, `${toOut.get(dirname(path))}/${object}`]),
  );
  for (const [path, target] of targets) {
    const to = join(folder, path);
    if (previous === undefined || !takeLink(target, join(previous, path), to)) {
      symlinkSync(target, to);
    }
  }
  return targets;
}

/** Hard-links the symbolic link `from`, without a new inode; returns false if it has another target, or on macOS. */
function takeLink(target: string, from: string, to: string): boolean {
  try {
    if (readlinkSync(from) !== target) return false;
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}
