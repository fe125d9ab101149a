import { hash } from 'node:crypto';

/** Returns the SHA-256 of bytes or a text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}
