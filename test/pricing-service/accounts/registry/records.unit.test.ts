import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  createKeyId,
  keyIdPattern,
} from '../../../../pricing-service/accounts/registry/records.ts';

test('an id is eight characters that are not easily confused', (t) => {
  const ids = Array.from({ length: 1000 }, () => createKeyId(randomBytes));
  for (const id of ids) {
    t.regex(id, keyIdPattern);
    t.notRegex(id, /[ilou]/);
  }
  t.is(new Set(ids).size, ids.length);
});

test('all characters of an id are equally likely', (t) => {
  let next = 0;
  const everyByte = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  const text = Array.from({ length: 32 }, () => createKeyId(everyByte)).join('');
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  t.deepEqual([...new Set(counts.values())], [8]);
  t.is(counts.size, 32);
});
