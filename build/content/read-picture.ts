/** Detects the format and the size of a picture from its bytes. */
import { imageMeta } from 'image-meta';

/** The supported picture formats: file name extension → name in messages. */
export const pictureKinds = { svg: 'SVG', png: 'PNG', jpg: 'JPEG', webp: 'WebP', avif: 'AVIF' };

type PictureKind = keyof typeof pictureKinds;
type RasterKind = Exclude<PictureKind, 'svg'>;

/** The format of a raster picture, and its size in pixels as displayed: after the rotation that its metadata sets. */
export interface Picture {
  readonly kind: RasterKind;
  readonly width: number;
  readonly height: number;
}

/** What the bytes of a file are. */
export interface FileFormat {
  /** The picture format; undefined for other files and for damaged pictures. */
  readonly kind: PictureKind | undefined;
  /** The format in words, for messages: `PNG`, `a GIF`, `a damaged PNG`, `text` or `of an unknown kind`. */
  readonly description: string;
  /** Undefined for an SVG, a damaged picture or any other file. */
  readonly picture: Picture | undefined;
}

/** Detects the format of a file. An SVG may begin with declarations and comments of up to 64 KiB. */
export function detectFormat(bytes: Buffer): FileFormat {
  const head = bytes.toString('latin1', 0, 64 * 1024);
  const picture = readPicture(bytes);
  const kind = picture?.kind ?? (svgStart.test(head) ? 'svg' : undefined);
  if (kind) return { kind, description: pictureKinds[kind], picture };
  const [, description = 'of an unknown kind'] =
    otherStarts.find(([pattern]) => pattern.test(head)) ?? [];
  return { kind, description, picture };
}

/** Comments, declarations and instructions that may precede the first element of an SVG. */
const prolog = String.raw`(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!doctype(?:[^[>]|\[[^\]]*\])*>)*`;
const svgStart = new RegExp(String.raw`^(?:\xEF\xBB\xBF)?${prolog}<(?:\w+:)?svg[\s/>]`, 'i');

/** Patterns of the first bytes, as Latin-1, of files that cannot be used as pictures, and what such a file is. */
const otherStarts: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty'],
  [/^GIF8/, 'a GIF'],
  [/^.{4}ftyp(?:hei[cxs]|hev[cx]|mif1|msf1)/s, 'a HEIC picture'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF'],
  [/^BM/, 'a BMP'],
  [/^8BPS/, 'a Photoshop file'],
  [/^%PDF/, 'a PDF'],
  [/^\x89PNG/, 'a damaged PNG'],
  [/^\xFF\xD8/, 'a damaged JPEG'],
  [/^RIFF.{4}WEBP/s, 'a damaged WebP'],
  [/^.{4}ftypavi[fs]/s, 'a damaged AVIF'],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype html|html)/i, 'an HTML page'],
  [/^[\t\n\r\x20-\x7E\x80-\xFF]*$/, 'text'],
];

/** Returns undefined also for a damaged picture, whose end is missing or whose height is 0. */
function readPicture(bytes: Buffer): Picture | undefined {
  const meta = readMeta(bytes);
  // A PNG or JPEG without a height is invalid, but the library accepts it.
  if (!isRaster(meta?.type) || meta.height === 0 || !isComplete[meta.type](bytes)) return undefined;
  const { type: kind, width, height, orientation = 1 } = meta;
  const isRotated = kind === 'avif' ? isRotatedAvif(bytes) : orientation >= 5 && orientation <= 8;
  return isRotated ? { kind, width: height, height: width } : { kind, width, height };
}

/** Returns undefined if the library throws an error, as it does for unknown bytes and truncated pictures. */
function readMeta(bytes: Buffer) {
  try {
    return imageMeta(bytes);
  } catch {
    return undefined;
  }
}

/** The marker at the end of a JPEG (ITU-T T.81, B.1.1.3). */
const endOfImage = Buffer.from([0xff, 0xd9]);

/** True if the end of a picture was not cut off. More bytes, such as a video, may follow the end. */
const isComplete: Readonly<Record<RasterKind, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.lastIndexOf('IEND', undefined, 'latin1') !== -1,
  jpg: (bytes) => bytes.lastIndexOf(endOfImage) > startOfScan(bytes),
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
  avif: hasPixelBox,
};

function isRaster(kind: string | undefined): kind is RasterKind {
  return kind !== undefined && Object.hasOwn(isComplete, kind);
}

/**
 * Returns the offset of the marker (start of scan) before the pixels of a JPEG, or an offset near or beyond the end.
 * Skips the metadata, in which a whole second JPEG may be.
 */
function startOfScan(bytes: Buffer): number {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda) {
    // Any number of bytes 0xFF may precede a marker (B.1.1.2).
    at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return at;
}

/**
 * Returns true if an AVIF contains all its pixels. They are in the box (section of the file) `mdat` or, within the box
 * `meta`, in `idat`; no box up to the last of these may be cut off (ISO/IEC 14496-12, 4.2).
 */
function hasPixelBox(bytes: Buffer): boolean {
  let hasPixels = false;
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isLarge = bytes.readUInt32BE(at) === 1;
    if (isLarge && at + 16 > bytes.length) return false;
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    // A box of size 0 ends with the file.
    const end = size === 0 ? bytes.length : at + size;
    // Other bytes after the last box are no box.
    if (end > bytes.length || end < at + 8) return hasPixels && !/^(mdat|meta|moov)$/.test(type);
    hasPixels ||= type === 'mdat' || (type === 'meta' && bytes.subarray(at, end).includes('idat'));
    at = end;
  }
  return hasPixels;
}

/** The start of an `irot` box, which rotates an AVIF; the number of quarter turns follows (ISO/IEC 23008-12, 6.5.10). */
const irot = Buffer.from('\0\0\0\tirot', 'latin1');

function isRotatedAvif(bytes: Buffer): boolean {
  const at = bytes.indexOf(irot);
  return at !== -1 && ((bytes[at + irot.length] ?? 0) & 1) === 1;
}
