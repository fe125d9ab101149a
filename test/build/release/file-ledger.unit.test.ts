import test from 'ava';
import { createFileLedger } from '../../../build/release/file-ledger.ts';
import { type Stamp, sha256 } from '../../../build/release/manifest.ts';

const stampOf = (size: number): Stamp => [size, sha256(String(size))];

test('every name of a file stands beside every form of it, in order', (t) => {
  const ledger = createFileLedger();
  const [plain, gzip, brotli] = [stampOf(3), stampOf(2), stampOf(1)];
  ledger.add({ paths: ['a/en.json', 'a/index.json'], forms: [plain, gzip, brotli] });
  ledger.add({ paths: ['net.json'], forms: [plain] });
  t.deepEqual(
    [...ledger.entries()],
    [
      ['a/en.json', plain],
      ['a/index.json', plain],
      ['a/en.json.gz', gzip],
      ['a/index.json.gz', gzip],
      ['a/en.json.br', brotli],
      ['a/index.json.br', brotli],
      ['net.json', plain],
    ],
  );
  t.deepEqual(
    [...ledger.plainEntries()],
    [
      ['a/en.json', plain],
      ['a/index.json', plain],
      ['net.json', plain],
    ],
  );
});

test('thousands of files keep their sizes and hashes, the largest among them', (t) => {
  const ledger = createFileLedger();
  const stamps = Array.from({ length: 5000 }, (_none, index) => stampOf(index * 2 ** 35));
  for (const [index, stamp] of stamps.entries()) {
    ledger.add({ paths: [`file-${index}`], forms: [stamp] });
  }
  t.deepEqual(
    [...ledger.entries()],
    stamps.map((stamp, index) => [`file-${index}`, stamp]),
  );
});
