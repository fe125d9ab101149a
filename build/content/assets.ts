/**
 * Describes the files of `assets/`: size, hash and picture format. Does not keep their bytes, because the photographs
 * of a large shop do not fit into memory; they are read again when a release is written.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  describeBytes,
  isSvg,
  type Picture,
  type PictureKind,
  pictureKinds,
  readPicture,
} from './read-picture.ts';
import { sha256 } from './sha256.ts';

/** A file of `assets/`. */
export interface Asset {
  /** Path of the file, including the path of the content folder. */
  readonly file: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
  /** The picture format, detected from the bytes; undefined if it is not supported or the file is not a picture. */
  readonly kind: PictureKind | undefined;
  /** The format in words, such as `PNG`, `a GIF` or `text`. */
  readonly description: string;
  /** Format and size of a raster picture; undefined for other files. */
  readonly picture: Picture | undefined;
}

/**
 * A cache of descriptions: path of a file, including the path of the content folder → description, and the size, times
 * and inode that the file had when it was described (`state`).
 */
export type KnownAssets = Map<string, { readonly state: string; readonly asset: Asset }>;

/** Number of files that are read at the same time. */
const readAtOnce = 16;

/**
 * Reads `files`, paths within a content folder, and returns path → size, hash and picture format (`Asset`), in the same
 * order. A file is not read again if its size, times and inode are those in the cache `known`; files that are read are
 * added to the cache. Calls `onError` with the path and the error of each file that cannot be read, and omits the file.
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
        return [[file, await readKnown(join(folder, file), known)] as const];
      } catch (error) {
        onError(file, error);
        return [];
      }
    });
    assets.push(...(await Promise.all(read)).flat());
  }
  return new Map(assets);
}

async function readKnown(path: string, known: KnownAssets): Promise<Asset> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path);
  const state = [size, mtimeMs, ctimeMs, ino].join();
  const found = known.get(path);
  if (found?.state === state) return found.asset;
  const asset = describe(path, await readFile(path));
  known.set(path, { state, asset });
  return asset;
}

function describe(file: string, bytes: Buffer): Asset {
  const picture = readPicture(bytes);
  const kind = picture?.kind ?? (isSvg(bytes) ? 'svg' : undefined);
  const description = kind === undefined ? describeBytes(bytes) : pictureKinds[kind].name;
  return { file, size: bytes.length, sha256: sha256(bytes), kind, description, picture };
}
