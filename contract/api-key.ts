/**
 * The format of an API key: `ppc_`, 32 random base-62 characters, and the CRC-32 of these 36 characters in 6 base-62
 * characters (design section 6). The checksum detects a typo without Redis; secret scanners recognise the format.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Maximum number of active keys of an account (specification, "Limits"). */
export const maxActiveKeys = 10;

/** Maximum seconds until a revocation or a change of tier takes effect (specification, "Limits"). */
export const propagationSeconds = 60;

export const apiKeyPrefix = 'ppc_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;

const keyPattern = `${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}`;

/** The beginning of the random part of test keys (`test-keys.ts`), and of no account's key. */
const testMark = 'TEST';

/** The beginning of every test key. */
export const testKeyPrefix = apiKeyPrefix + testMark;

const restLength = randomLength + checksumLength - testMark.length;

/** Regular expression for secret scanners: a test key as a word of its own (docs/keys.md). */
export const testKeyPattern = `\\b${testKeyPrefix}[0-9A-Za-z]{${restLength}}\\b`;

/**
 * Regular expression for secret scanners: an account's key as a word of its own (docs/keys.md). It excludes `TEST`
 * without a lookahead, which RE2 does not support.
 */
export const apiKeyPattern = `\\b${apiKeyPrefix}(?:[0-9A-SU-Za-z][0-9A-Za-z]{3}|T[0-9A-DF-Za-z][0-9A-Za-z]{2}|TE[0-9A-RT-Za-z][0-9A-Za-z]|TES[0-9A-SU-Za-z])[0-9A-Za-z]{${restLength}}\\b`;

const shape = new RegExp(`^${keyPattern}$`);
const anywhere = new RegExp(keyPattern);

/**
 * Creates a key from random bytes. Bytes from 248 on are skipped, so that all characters are equally likely. The key
 * never begins like a test key.
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

/** Number of characters of a key. */
export const apiKeyLength = apiKeyPrefix.length + randomLength + checksumLength;

/** Whether a text has the format and the checksum of a key. Such a key may not exist. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return text.slice(-checksumLength) === checksumOf(body);
}

/** Whether a text contains something in the format of a key. */
export function containsApiKey(text: string): boolean {
  return anywhere.test(text);
}

/** Returns the SHA-256 of a key in hex. Only this hash is stored. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** Returns a text with all keys and hashes of keys redacted, for messages and logs. */
export function hideKeys(text: string): string {
  return text.replace(/[0-9a-f]{64}|ppc_\w+/gi, '[redacted]');
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
