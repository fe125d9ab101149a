import test from 'ava';
import { fileEntryOf, releaseIdOf, sha256, shortHash } from '../../../build/release/manifest.ts';

const filesOf = (...entries: readonly (readonly [string, string])[]) =>
  new Map(entries.map(([path, text]) => [path, Buffer.from(text)]));

test('a hash is SHA-256 in hex, its short form the first 64 bits', (t) => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  t.is(sha256('abc'), hash);
  t.is(sha256(Buffer.from('abc')), hash);
  t.is(shortHash('abc'), hash.slice(0, 16));
});

test('a release’s id follows paths and bytes, and not the order of files', (t) => {
  const id = releaseIdOf(filesOf(['a', '1'], ['b', '2']));
  t.regex(id, /^[0-9a-f]{16}$/);
  t.is(releaseIdOf(filesOf(['b', '2'], ['a', '1'])), id);
  t.not(releaseIdOf(filesOf(['a', '2'], ['b', '1'])), id);
  t.not(releaseIdOf(filesOf(['a', '1'], ['c', '2'])), id);
  t.not(releaseIdOf(filesOf(['a', '1'])), id);
});

test('a file’s time is made of 31 bits of its hash', (t) => {
  const { size, sha256: hash, mtime } = fileEntryOf(Buffer.from('abc'));
  t.is(size, 3);
  t.is(hash, sha256('abc'));
  t.is(mtime, 0xba7816bf >>> 1);
  t.true(mtime < 2 ** 31);
});
