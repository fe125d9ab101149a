import { createHash } from 'node:crypto';
import test from 'ava';
import {
  apiKeyPrefix,
  containsApiKey,
  createApiKey,
  hashApiKey,
  isWellFormedApiKey,
  redactKeys,
} from '../../../contract/api-key.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns a function that returns the next `count` bytes of a fixed sequence that looks random:
 * the SHA-256 hashes of 0, 1, 2 and so on.
 */
function createByteSource(): (count: number) => Uint8Array {
  let rest = Buffer.alloc(0);
  let counter = 0;
  return (count) => {
    while (rest.length < count) {
      const block = createHash('sha256').update(String(counter)).digest();
      rest = Buffer.concat([rest, block]);
      counter += 1;
    }
    const bytes = rest.subarray(0, count);
    rest = rest.subarray(count);
    return bytes;
  };
}

/**
 * Returns Pearson's chi-square statistic of the characters in a text; it is 0 if every character
 * of base 62 is equally frequent.
 */
function chiSquare(text: string): number {
  const expected = text.length / base62.length;
  return [...base62].reduce((sum, letter) => {
    const difference = text.split(letter).length - 1 - expected;
    return sum + difference ** 2 / expected;
  }, 0);
}

test('the same random bytes always give the same key', (t) => {
  const key = createApiKey((count) => new Uint8Array(count));
  t.is(key.slice(0, 36), `ppc_${'0'.repeat(32)}`);
  // CRC-32 of the preceding characters, as `crc32` tools print it, in base 62.
  t.is(key.slice(36), toBase62(crc32Of(key.slice(0, 36))));
});

/** Returns the CRC-32 (ISO-HDLC) of a text, computed bit by bit and independently of zlib. */
function crc32Of(text: string): number {
  let rest = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

function toBase62(value: number): string {
  const digits = [5, 4, 3, 2, 1, 0].map((place) => Math.floor(value / 62 ** place) % 62);
  return digits.map((digit) => base62[digit]).join('');
}

test('a change of one character is refused by the checksum', (t) => {
  const key = createApiKey(createByteSource());
  for (let place = 0; place < key.length; place += 1) {
    for (const letter of `${base62}-_ `) {
      if (letter === key[place]) continue;
      const changed = key.slice(0, place) + letter + key.slice(place + 1);
      if (isWellFormedApiKey(changed)) t.fail(`${changed} passes for ${key}`);
    }
  }
  t.true(isWellFormedApiKey(key));
});

test('a key with added, missing or case-changed characters is refused', (t) => {
  const key = createApiKey(createByteSource());
  const wrong = [
    '',
    apiKeyPrefix,
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}0`,
    key.slice(0, -1),
    key.slice(apiKeyPrefix.length),
    key.replace('ppc_', 'PPC_'),
    key.toLowerCase(),
    key + key,
  ];
  for (const text of wrong) t.false(isWellFormedApiKey(text), JSON.stringify(text));
});

test('every character of a key is equally likely', (t) => {
  const source = createByteSource();
  const keys = Array.from({ length: 5000 }, () => createApiKey(source));
  const random = keys.map((key) => key.slice(4, 36)).join('');
  // 61 degrees of freedom: an even spread stays below 120 but once in 100 000 runs; taking every
  // byte modulo 62 gives about 1000.
  t.true(chiSquare(random) < 120, String(chiSquare(random)));
});

test('random bytes that would bias the characters are skipped', (t) => {
  const chunks = [new Uint8Array(32).fill(248), new Uint8Array(32).fill(255)];
  const key = createApiKey((count) => chunks.shift() ?? new Uint8Array(count).fill(247));
  t.is(key.slice(4, 36), 'z'.repeat(32));
});

test('only the SHA-256 of a key, in hex, is stored', (t) => {
  t.is(hashApiKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a key in a text is found and redacted, whatever characters are next to it', (t) => {
  const key = createApiKey(createByteSource());
  for (const text of [
    key,
    `erp_${key}`,
    `${key}_ERP`,
    `x${key}`,
    `${key}x`,
    `é${key}é`,
    key + key,
  ]) {
    t.true(containsApiKey(text), text);
    t.false(redactKeys(text).includes(key), text);
  }
  for (const text of [
    '',
    'ppc_',
    key.slice(0, -1),
    key.slice(1),
    `${key.slice(0, 20)} ${key}`.slice(0, -1),
  ]) {
    t.false(containsApiKey(text), text);
  }
});

test('keys and their hashes are redacted in a text', (t) => {
  const key = createApiKey(createByteSource());
  const text = `EVAL {keys}:key:${hashApiKey(key)} "${key}" /v1/${key.slice(0, -3)} ppc_`;
  t.is(redactKeys(text), 'EVAL {keys}:key:[redacted] "[redacted]" /v1/[redacted] ppc_');
  // As in JSON after a line break.
  t.is(redactKeys(`\\n${hashApiKey(key)}`), '\\n[redacted]');
});
