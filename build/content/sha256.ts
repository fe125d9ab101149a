import { hash } from 'node:crypto';

/** Returns the SHA-256 of bytes or a text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/**
 * Returns the first 16 hexadecimal digits (64 bits) of the SHA-256 of bytes, or of a text in UTF-8. Ids of releases
 * and revisions of products have this form.
 */
export function shortHash(data: Uint8Array | string): string {
  return shortFormOf(sha256(data));
}

/** Shortens a SHA-256 in hexadecimal to its first 16 digits, the form that `shortHash` returns. */
export function shortFormOf(hash: string): string {
  return hash.slice(0, 16);
}
