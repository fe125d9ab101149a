/**
 * Describes the files of `assets/`. Does not keep their bytes, because the photographs of a large shop do not fit into
 * memory; they are read again when a release is written.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectFormat, type FileFormat, type Picture } from './read-picture.ts';
import { sha256 } from './sha256.ts';

/** A file of `assets/`. */
export interface Asset extends FileFormat {
  /** Path of the file, including the path of the content folder, such as `content/assets/icons/embroidery.svg`. */
  readonly file: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** What documents show of a picture in `assets/`: its hash and, unless it is an SVG, its format and size. */
export type AssetPicture = Pick<Asset, 'sha256'> & Partial<Picture>;

/**
 * A cache: path of a file, including the path of the content folder → its description, which is valid while the size,
 * times and inode of the file are as in `state`.
 */
export type KnownAssets = Map<string, { readonly state: string; readonly asset: Asset }>;

/** Number of files that are read at the same time. */
const readAtOnce = 16;

/**
 * Returns path → description for `files`, paths within `folder`, in the same order. Reads only files whose description in
 * the cache `known` is not valid, and adds theirs. If a file cannot be read, calls `onError` and omits it.
 */
export async function readAssets(
  folder: string,
  files: readonly string[],
  { known, onError }: { known: KnownAssets; onError: (file: string, error: unknown) => void },
): Promise<ReadonlyMap<string, Asset>> {
  const assets: (readonly [file: string, asset: Asset])[] = [];
  for (let begin = 0; begin < files.length; begin += readAtOnce) {
    const read = files.slice(begin, begin + readAtOnce).map(async (file) => {
      try {
        return [[file, await readAsset(join(folder, file), known)] as const];
      } catch (error) {
        onError(file, error);
        return [];
      }
    });
    assets.push(...(await Promise.all(read)).flat());
  }
  return new Map(assets);
}

async function readAsset(file: string, known: KnownAssets): Promise<Asset> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(file);
  const state = [size, mtimeMs, ctimeMs, ino].join();
  const found = known.get(file);
  if (found?.state === state) return found.asset;
  const bytes = await readFile(file);
  const asset = { file, size: bytes.length, sha256: sha256(bytes), ...detectFormat(bytes) };
  known.set(file, { state, asset });
  return asset;
}
