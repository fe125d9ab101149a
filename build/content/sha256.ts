import { hash } from 'node:crypto';

/** Returns the SHA-256 of bytes or of a text in UTF-8, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** Returns the first 64 bits of a SHA-256, in hexadecimal: the form of release ids and product revisions. */
export function shortHash(data: Uint8Array | string): string {
  return shortFormOf(sha256(data));
}

/** Shortens a SHA-256 in hexadecimal to 64 bits, the form of `shortHash`. */
export function shortFormOf(hash: string): string {
  return hash.slice(0, 16);
}
