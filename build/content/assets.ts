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
  /** Path of the file, including the path of the content folder, such as `content/assets/icons/embroidery.svg`. */
  readonly file: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
  /** The picture format, such as `svg` or `png`, detected from the bytes; undefined for other and for damaged files. */
  readonly kind: PictureKind | undefined;
  /** The format in words, for messages: `PNG`, `a GIF`, `a damaged PNG` or `text`. */
  readonly description: string;
  /**
   * Format, width and height of a PNG, JPEG, WebP or AVIF; undefined for an SVG, a damaged picture or any other file.
   */
  readonly picture: Picture | undefined;
}

/** What documents show of a picture in `assets/`: its hash and, unless it is an SVG, its format and size. */
export type AssetPicture = Pick<Asset, 'sha256'> & Partial<Picture>;

/**
 * A cache of file descriptions. Key: path of a file, including the path of the content folder, such as
 * `content/assets/icons/embroidery.svg`. Value: the description (`asset`), and the size, times and inode that the file
 * had when it was described, as one text (`state`). If one of them differs now, the file must be described again.
 */
export type KnownAssets = Map<string, { readonly state: string; readonly asset: Asset }>;

/** Number of files that are read at the same time. */
const readAtOnce = 16;

/**
 * Describes files of a content folder: size, hash and picture format. `files` are paths within `folder`; the result
 * maps each to its description, in the same order. Takes a description from the cache `known` if the file's size, times
 * and inode are the same; otherwise reads the file and adds its description to the cache. If a file cannot be read,
 * calls `onError` with its path and the error, and omits it from the result.
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
