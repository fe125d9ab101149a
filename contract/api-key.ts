/**
 * The format of API keys: `ppc_`, 32 random base-62 characters, and the CRC-32 of these 36 characters as 6
 * base-62 characters (design section 6). The checksum detects typing errors without Redis, and secret
 * scanners recognize the format. In test keys (`test-keys.ts`), `TEST` follows the prefix.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Maximum number of active keys of an account (specification, "Limits"). */
export const maxActiveKeys = 10;

/** Maximum seconds until a revocation or a change of price tier takes effect (specification, "Limits"). */
export const propagationSeconds = 60;

/** The first characters of every API key. */
export const apiKeyPrefix = 'ppc_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;

const keyPattern = `${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}`;

/**
 * The characters after the prefix of every test key (`test-keys.ts`). In keys of accounts, other characters
 * follow the prefix.
 */
const testMark = 'TEST';

/** The first characters of every test key. */
export const testKeyPrefix = apiKeyPrefix + testMark;

const restLength = randomLength + checksumLength - testMark.length;

/** Regular expression by which secret scanners recognize a test key as a separate word. */
export const testKeyPattern = `\\b${testKeyPrefix}[0-9A-Za-z]{${restLength}}\\b`;

/**
 * Regular expression by which secret scanners recognize an account's key as a separate word. Does not
 * match test keys. Lists the allowed letters instead of using a lookahead, which RE2 does not support.
 */
export const apiKeyPattern = `\\b${apiKeyPrefix}(?:[0-9A-SU-Za-z][0-9A-Za-z]{3}|T[0-9A-DF-Za-z][0-9A-Za-z]{2}|TE[0-9A-RT-Za-z][0-9A-Za-z]|TES[0-9A-SU-Za-z])[0-9A-Za-z]{${restLength}}\\b`;

const shape = new RegExp(`^${keyPattern}$`);
const anywhere = new RegExp(keyPattern);

/**
 * Creates an API key. `randomBytes` returns the given number of random bytes; bytes of 248 or more are not
 * used, so that all characters are equally likely. The key never begins like a test key.
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

/** Number of characters of an API key. */
export const apiKeyLength = apiKeyPrefix.length + randomLength + checksumLength;

/** Returns true if a text has the format and the correct checksum of an API key, even if no account has this key. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return text.slice(-checksumLength) === checksumOf(body);
}

/** Returns true if any part of a text has the format of an API key, test keys included. Ignores the checksum. */
export function containsApiKey(text: string): boolean {
  return anywhere.test(text);
}

/** Returns the SHA-256 of an API key in hexadecimal. Redis stores it with the last four characters, never a key. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/**
 * Returns a text for messages and logs in which `[redacted]` replaces everything that may be an API key or the hash of
 * one: `ppc_` with all letters, digits and underscores after it, and each sequence of 64 hexadecimal digits.
 */
export function redactKeys(text: string): string {
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
