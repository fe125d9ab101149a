import test from 'ava';
import { sha256 } from '../../../../build/content/sha256.ts';
import { fileEntryOf, shortHash, stampOf } from '../../../../build/output/stamps.ts';

test('a hash is SHA-256 in hex, and its short form has the first 64 bits', (t) => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  t.is(sha256('abc'), hash);
  t.is(sha256(Buffer.from('abc')), hash);
  t.is(shortHash('abc'), hash.slice(0, 16));
});

test('the modification time of a file consists of 31 bits of its hash', (t) => {
  const { size, sha256: hash, mtime } = fileEntryOf(stampOf(Buffer.from('abc')));
  t.is(size, 3);
  t.is(hash, sha256('abc'));
  t.is(mtime, 0xba7816bf >>> 1);
  t.true(mtime < 2 ** 31);
});
