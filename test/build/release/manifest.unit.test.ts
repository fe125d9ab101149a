import test from 'ava';
import {
  fileEntryOf,
  manifestText,
  releaseIdOf,
  sha256,
  shortHash,
  stampOf,
} from '../../../build/release/manifest.ts';

test('a hash is SHA-256 in hex, its short form the first 64 bits', (t) => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  t.is(sha256('abc'), hash);
  t.is(sha256(Buffer.from('abc')), hash);
  t.is(shortHash('abc'), hash.slice(0, 16));
});

test('a release’s id follows paths and hashes, and not the order of files', (t) => {
  const id = releaseIdOf([
    ['a', '1'],
    ['b', '2'],
  ]);
  t.regex(id, /^[0-9a-f]{16}$/);
  t.is(
    releaseIdOf([
      ['b', '2'],
      ['a', '1'],
    ]),
    id,
  );
  t.not(
    releaseIdOf([
      ['a', '2'],
      ['b', '1'],
    ]),
    id,
  );
  t.not(
    releaseIdOf([
      ['a', '1'],
      ['c', '2'],
    ]),
    id,
  );
  t.not(releaseIdOf([['a', '1']]), id);
});

test('a file’s time is made of 31 bits of its hash', (t) => {
  const { size, sha256: hash, mtime } = fileEntryOf(stampOf(Buffer.from('abc')));
  t.is(size, 3);
  t.is(hash, sha256('abc'));
  t.is(mtime, 0xba7816bf >>> 1);
  t.true(mtime < 2 ** 31);
});

test('the manifest’s text is its JSON with paths sorted, in pieces when there are many files', (t) => {
  const entry = fileEntryOf(stampOf(Buffer.from('abc')));
  const facts = { baseUrl: 'https://x.test', defaultLocale: 'en-CA', tiers: ['A3'] } as const;
  for (const count of [0, 1, 2000]) {
    const paths = Array.from({ length: count }, (_none, at) => `public/"${at}"`);
    const manifestOf = (sorted: readonly string[]) => {
      const files = Object.fromEntries(sorted.map((path) => [path, entry]));
      return { release: 'abc', ...facts, tiers: ['A3'], baseTier: 'A3', files };
    };
    const pieces = [...manifestText(manifestOf(paths))];
    t.is(pieces.join(''), JSON.stringify(manifestOf(paths.sort())));
    t.is(pieces.length > 2, count === 2000);
  }
});
