/**
 * Makes the symbolic links from a release to the objects (product folders) of its products. Creating ten thousand links
 * takes long, and most equal those of earlier releases. Therefore the folders with the links of an old release, which
 * is then removed, are moved into the new release, and hard links are made to links of the previous release.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isFileSystemError } from '../../console/errors.ts';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  objectFiles,
} from '../../contract/release.ts';
import { createLinks } from './create-links.ts';
import { objectPath } from './object-records.ts';
import { tempName } from './temp-entries.ts';

/**
 * The symbolic links of a release: path of the link within the release → path of the linked folder, relative
 * to the output folder.
 */
export type Links = ReadonlyMap<string, string>;

/**
 * The two folders of a release that contain symbolic links by SKU. `objects` has a link to the object of each product,
 * the folder of its public files. `pictures` has a link to the pictures in that folder if the build has drawn any.
 */
export const linkFolders = { objects: 'public/v1/products', pictures: 'public/images' } as const;

/**
 * Returns the symbolic links that a release with these products needs: `public/v1/products/TEE100` → `objects/1f/…`
 * and, if `hasPictures` is true, `public/images/TEE100` → `objects/1f/…/images`. `object` is the name of the product's
 * object.
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

/**
 * Moves the symbolic links of the old release in the folder `release` into `folder`, a new release that has no links
 * yet, and removes the rest of the old release. Returns the moved links. Returns an empty map after a file-system
 * error, such as for a missing entry. If the old release has no valid manifest, leaves it unchanged and returns an
 * empty map. Saves up to several seconds, because ext4 is slow to remove and create ten thousand links.
 */
export function recycleLinks(release: string, folder: string): Links {
  const manifest = readManifest(release);
  if (manifest === undefined) return new Map();
  const remains = join(dirname(release), tempName());
  try {
    // From here on the folder is not a release.
    renameSync(release, remains);
    for (const path of Object.keys(manifest.files)) rmSync(join(remains, path), { force: true });
    renameSync(join(remains, 'public'), join(folder, 'public'));
    const namesIn = (below: string) => new Set(readdirSync(join(folder, below)));
    const objects = namesIn(linkFolders.objects);
    const pictures = namesIn(linkFolders.pictures);
    const products = Object.entries(manifest.products).filter(([sku]) => objects.has(sku));
    return linksOf(
      products.map(([sku, object]) => ({ sku, object, hasPictures: pictures.has(sku) })),
    );
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    // An entry is missing: links are created instead.
    rmSync(join(folder, 'public'), { recursive: true, force: true });
    return new Map();
  } finally {
    rmSync(remains, { recursive: true, force: true });
  }
}

function readManifest(release: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(release, manifestFile), 'utf8')));
  } catch {
    // Missing or damaged: the release is not used, and other code removes it.
    return undefined;
  }
}

/** The folder `folder` of a new release, the output folder `out`, and existing symbolic links that can be used. */
export interface LinkSources {
  readonly out: string;
  readonly folder: string;
  /** The links that `folder` already has, such as those that `recycleLinks` has moved. */
  readonly existing: Links;
  /** The folder of the previous release; undefined if no release is current or its manifest cannot be read. */
  readonly previous: string | undefined;
}

/**
 * Creates and removes symbolic links in the folder of a release until it has exactly `links`. Uses a thread if many are
 * to be created. Resolves to the same links, but with targets as they are stored in the links: path of the link →
 * path of the linked folder, relative to the folder of the link. Rejects with file-system errors.
 */
export async function linkAll(links: Links, sources: LinkSources): Promise<Links> {
  const { out, folder, existing, previous } = sources;
  const targets = targetsOf(links, out, folder);
  for (const path of existing.keys()) {
    if (links.get(path) !== existing.get(path)) unlinkSync(join(folder, path));
  }
  for (const parent of Object.values(linkFolders)) {
    mkdirSync(join(folder, parent), { recursive: true });
  }
  const missing = [...targets].filter(([path]) => existing.get(path) !== links.get(path));
  await createLinks({ folder, previous, links: missing });
  return targets;
}

/** Returns path of each link → its target as stored in the link: a path relative to the folder of the link. */
function targetsOf(links: Links, out: string, folder: string): Links {
  const toOut = new Map(
    Object.values(linkFolders).map((parent) => [
      parent as string,
      relative(join(folder, parent), out),
    ]),
  );
  return new Map(
    Array.from(links, ([path, object]) => [path, `${toOut.get(dirname(path))}/${object}`]),
  );
}
