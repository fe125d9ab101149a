/** Addresses of served pictures: they contain a hash of the bytes, so that a replaced picture has another address. */
import { pictureEndings } from './media-types.ts';

/** Number of hexadecimal digits of the SHA-256 in the address of a picture. */
export const pictureHashDigits = 8;

/** Returns the path of a picture with its hash: `navy-front.jpg` becomes `navy-front~5f2c09d1.jpg`. */
export function hashedPath(path: string, sha256: string): string {
  const end = path.lastIndexOf('.');
  return `${path.slice(0, end)}~${sha256.slice(0, pictureHashDigits)}${path.slice(end)}`;
}

const hash = `~[0-9a-f]{${pictureHashDigits}}`;
const toPattern = (end: string) => `/(images|assets)/[A-Za-z0-9._/-]+${end}\\.(${pictureEndings})`;

/** Patterns of paths of pictures, for nginx and the embedded server: with a hash, and without. */
export const picturePatterns = { hashed: toPattern(hash), plain: toPattern('') } as const;

/** Returns the path of the current picture of that name, or undefined if the path has no hash. */
export function withoutHash(path: string): string | undefined {
  const plain = path.replace(/~[0-9a-f]+(?=\.\w+$)/, '');
  return plain === path ? undefined : plain;
}
