/**
 * The format of an API key: `ppc_`, 32 random base-62 characters, and 6 base-62 characters of the
 * CRC-32 over what stands before (design section 6). A typo is refused without asking Redis, and
 * secret scanners recognise a key.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How many active keys an account may have (specification, "Limits"). */
export const maxActiveKeys = 10;

/** Seconds within which a revocation or a change of tier is seen (specification, "Limits"). */
export const propagationSeconds = 60;

export const apiKeyPrefix = 'ppc_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;

const keyPattern = `${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}`;

/** How the random part of a test key begins (`test-keys.ts`); that of an account's key never does. */
const testMark = 'TEST';

/** The beginning of every test key. */
export const testKeyPrefix = apiKeyPrefix + testMark;

const restLength = randomLength + checksumLength - testMark.length;

/** A test key that stands by itself in a text, as secret scanners take it (docs/keys.md). */
export const testKeyPattern = `\\b${testKeyPrefix}[0-9A-Za-z]{${restLength}}\\b`;

/**
 * An account's key that stands by itself in a text, as secret scanners take it (docs/keys.md): four characters
 * that are not `TEST`, then the rest. Many scanners use RE2, which has no lookahead.
 */
export const apiKeyPattern = `\\b${apiKeyPrefix}(?:[0-9A-SU-Za-z][0-9A-Za-z]{3}|T[0-9A-DF-Za-z][0-9A-Za-z]{2}|TE[0-9A-RT-Za-z][0-9A-Za-z]|TES[0-9A-SU-Za-z])[0-9A-Za-z]{${restLength}}\\b`;

const shape = new RegExp(`^${keyPattern}$`);
const anywhere = new RegExp(keyPattern);

/**
 * Makes a key from random bytes, each used only below 248 so that no character is likelier. It never has the
 * beginning of a test key.
 */
export function createApiKey(randomBytes: (count: number) => Uint8Array): string {
  let random = '';
  while (random.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      if (byte < 248 && random.length < randomLength) random += alphabet[byte % 62];
    }
    if (random.startsWith(testMark)) random = '';
  }
  const body = apiKeyPrefix + random;
  return body + checksumOf(body);
}

/** Characters of every key. */
export const apiKeyLength = apiKeyPrefix.length + randomLength + checksumLength;

/** Whether a text has the form of a key and its checksum is right; says nothing about its use. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return text.slice(-checksumLength) === checksumOf(body);
}

/** Whether a text holds what has the form of a key, whatever stands beside it. */
export function containsApiKey(text: string): boolean {
  return anywhere.test(text);
}

/** The SHA-256 of a key in hex: all that is ever stored of it. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** A text without the keys and hashes of keys in it, for whatever people or logs get to see. */
export function hideKeys(text: string): string {
  return text.replace(/[0-9a-f]{64}|ppc_\w+/gi, '[redacted]');
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
