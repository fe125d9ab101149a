import { randomBytes } from 'node:crypto';
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
const key = createApiKey(randomBytes);

test('a key ends with the CRC-32 of its other characters in base 62', (t) => {
  const zero = createApiKey((count) => new Uint8Array(count));
  t.is(zero, `ppc_${'0'.repeat(32)}2CpJ83`);
});

test('a change of one character is refused by the checksum', (t) => {
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
  for (const text of [
    ...['', apiKeyPrefix, ` ${key}`, `${key} `, `${key}\n`, `${key}0`, key + key],
    ...[key.slice(0, -1), key.slice(apiKeyPrefix.length), key.replace('ppc_', 'PPC_')],
  ]) {
    t.false(isWellFormedApiKey(text), JSON.stringify(text));
  }
});

test('random bytes that would make some characters more likely are skipped', (t) => {
  const chunks = [new Uint8Array(32).fill(248), new Uint8Array(32).fill(255)];
  const last = createApiKey((count) => chunks.shift() ?? new Uint8Array(count).fill(247));
  t.is(last.slice(4, 36), 'z'.repeat(32));
});

test('only the SHA-256 of a key, in hex, is stored', (t) => {
  t.is(hashApiKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a key in a text is found and redacted, whatever characters are next to it', (t) => {
  for (const text of [key, `erp_${key}`, `${key}_ERP`, `x${key}x`, `é${key}é`, key + key]) {
    t.true(containsApiKey(text), text);
    t.false(redactKeys(text).includes(key), text);
  }
  for (const text of ['', 'ppc_', key.slice(0, -1), key.slice(1)]) {
    t.false(containsApiKey(text), text);
  }
  const text = `EVAL {keys}:key:${hashApiKey(key)} "${key}" /v1/${key.slice(0, -3)} ppc_`;
  t.is(redactKeys(text), 'EVAL {keys}:key:[redacted] "[redacted]" /v1/[redacted] ppc_');
  // As in JSON after a line break.
  t.is(redactKeys(`\\n${hashApiKey(key)}`), '\\n[redacted]');
});
