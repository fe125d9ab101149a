/** Detects the format and the size of a picture from its bytes. */
import { imageMeta } from 'image-meta';

/**
 * The format of a raster picture, and its size as displayed: after the rotation that the file's metadata sets.
 */
export interface Picture {
  readonly kind: RasterKind;
  /** Width in pixels, as displayed. */
  readonly width: number;
  /** Height in pixels, as displayed. */
  readonly height: number;
}

/**
 * The supported picture formats: for each, its name in messages and its file name extensions without the dot, the
 * usual one first.
 */
export const pictureKinds = {
  svg: { name: 'SVG', endings: ['svg'] },
  png: { name: 'PNG', endings: ['png'] },
  jpg: { name: 'JPEG', endings: ['jpg', 'jpeg'] },
  webp: { name: 'WebP', endings: ['webp'] },
  avif: { name: 'AVIF', endings: ['avif'] },
} as const satisfies Record<string, { name: string; endings: readonly [string, ...string[]] }>;

/** A supported picture format. */
export type PictureKind = keyof typeof pictureKinds;
type RasterKind = Exclude<PictureKind, 'svg'>;

/**
 * Returns the format and size of a PNG, JPEG, WebP or AVIF picture; undefined for other bytes and for a damaged
 * picture, whose end is missing or whose height is 0. Width and height are exchanged if the Exif orientation of a JPEG
 * or the `irot` property of an AVIF turns the picture by 90 or 270 degrees.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const meta = readMeta(bytes);
  if (meta === undefined || !isRasterKind(meta.type)) return undefined;
  const { type: kind, width, height, orientation = 1 } = meta;
  // A PNG or JPEG without a height is invalid, but the library accepts it.
  if (height === 0 || !hasEnd(kind, bytes)) return undefined;
  const isRotated = kind === 'avif' ? isRotatedAvif(bytes) : orientation >= 5 && orientation <= 8;
  return isRotated ? { kind, width: height, height: width } : { kind, width, height };
}

/** The marker at the end of a JPEG (ITU-T T.81, B.1.1.3). */
const endOfImage = Buffer.from([0xff, 0xd9]);

/**
 * Returns true if the end of a picture was not cut off. More bytes, such as a video, may follow the end.
 */
function hasEnd(kind: RasterKind, bytes: Buffer): boolean {
  if (kind === 'avif') return hasPixelBox(bytes);
  if (kind === 'jpg') return bytes.lastIndexOf(endOfImage) > startOfScan(bytes);
  if (kind === 'png') return bytes.lastIndexOf('IEND', undefined, 'latin1') !== -1;
  return kind !== 'webp' || bytes.readUInt32LE(4) + 8 <= bytes.length;
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

/**
 * Returns the offset of the marker (start of scan) before the pixels of a JPEG. Skips the metadata, in which a whole
 * second JPEG may be. If there is no such marker, returns the offset where the search ended: one of the last three
 * bytes, or the end or beyond it.
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
 * Returns the format and size of a picture as stored, before any rotation. Returns undefined if the library throws an
 * error, as it does for unknown bytes and truncated pictures.
 */
function readMeta(bytes: Buffer) {
  try {
    return imageMeta(bytes);
  } catch {
    return undefined;
  }
}

function isRasterKind(kind: string | undefined): kind is RasterKind {
  return kind !== undefined && kind !== 'svg' && Object.hasOwn(pictureKinds, kind);
}

/**
 * The first eight bytes of an `irot` box, which rotates an AVIF. Its ninth byte is the number of quarter turns (ISO/IEC
 * 23008-12, 6.5.10).
 */
const irot = Buffer.from('\0\0\0\tirot', 'latin1');

function isRotatedAvif(bytes: Buffer): boolean {
  const at = bytes.indexOf(irot);
  return at !== -1 && ((bytes[at + irot.length] ?? 0) & 1) === 1;
}

/** Number of bytes at the start of a file that `isSvg` and `describeBytes` examine. */
const headLength = 64 * 1024;

/** Pattern of comments, declarations and instructions that may precede the first element of an SVG. */
const prolog = String.raw`(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!doctype(?:[^[>]|\[[^\]]*\])*>)*`;
const svgStart = new RegExp(String.raw`^(?:\xEF\xBB\xBF)?${prolog}<(?:\w+:)?svg[\s/>]`, 'i');

/**
 * Returns true if the bytes begin with an `<svg>` element, also after a byte order mark, declarations and comments.
 * Examines only the first 64 KiB.
 */
export function isSvg(bytes: Buffer): boolean {
  return svgStart.test(headOf(bytes));
}

function headOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, headLength);
}

/**
 * Kinds of files that cannot be used as pictures: a pattern of the first bytes (as Latin-1), and the words that
 * describe such a file in an error message.
 */
const beginnings: readonly (readonly [RegExp, string])[] = [
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

/**
 * Describes the bytes of a file that is not a supported picture, for a message: `a GIF`, `a damaged PNG`,
 * `text`, or `of an unknown kind`.
 */
export function describeBytes(bytes: Buffer): string {
  const head = headOf(bytes);
  return beginnings.find(([pattern]) => pattern.test(head))?.[1] ?? 'of an unknown kind';
}
