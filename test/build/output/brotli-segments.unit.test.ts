/** Brotli files that are put together from segments decompress to the texts of the segments, in any order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import test from 'ava';
import {
  type BrotliSegment,
  toSegments,
  writeBrotli,
} from '../../../build/output/brotli-segments.ts';
import { stampOf } from '../../../build/output/stamps.ts';
import { makeFolder } from '../../helpers/content.ts';

const window = 1 << 20;

/**
 * Returns a random number generator: a function that returns a whole number from 0 to `limit` - 1. The sequence depends
 * only on `seed`, so it is the same in every run.
 */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const random = createRandom(7);
const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
const textOf = (length: number, next: () => string) => {
  let text = '';
  while (text.length < length) text += next();
  return Buffer.from(text.slice(0, length));
};

// Brotli has these words in its dictionary.
const words = ['information', ' the ', 'development', 'government', 'France', ' of ', '</a>', 'é'];
const digits = () => String(random(1000));

const first = textOf(window + 1000, () => `{"sku":"${digits()}","name":"${pick(words)}"},`);
const texts: readonly Buffer[] = [
  // Repeated bytes have short distances, which Brotli may take from the text before.
  ...['5551,5551', 'aaaaaaaaaaaaaaaaaaaaab', 'abababababababab', '11112222', '}}}}]]]]'].map(
    (text) => Buffer.from(text),
  ),
  ...[40, 400, 4000, 40_000].map((length) => textOf(length, () => pick(words))),
  ...[40, 4000, 40_000].map((length) => textOf(length, digits)),
  // Text that Brotli stores without compressing it.
  textOf(30_000, () => String.fromCharCode(33 + random(94))),
  // Texts that the file has before the segment as well.
  first.subarray(0, 5000),
  first.subarray(-5000),
  Buffer.from('x'),
  Buffer.of(),
];

const compressed = (text: Buffer): BrotliSegment => ({ read: () => text });
const never = () => {
  throw new Error('a known segment is not read');
};

test('segments form one Brotli file in any order, compressed or copied', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'all');
  const all = [first, ...texts];
  const { stamp, segments } = await writeBrotli(path, all.map(compressed), 'bulk');
  const file = readFileSync(`${path}.br`);
  t.deepEqual(stamp, stampOf(file));
  t.true(brotliDecompressSync(file).equals(Buffer.concat(all)));
  const known = segments.map(([offset, length]): BrotliSegment => {
    return { read: never, known: { path: `${path}.br`, offset, length } };
  });
  for (let round = 0; round < 60; round += 1) {
    const order = [0, ...Array.from({ length: 25 }, () => 1 + random(texts.length))];
    const expected = Buffer.concat(order.map((at) => all[at] as Buffer));
    const copy = join(folder, String(round));
    await writeBrotli(
      copy,
      order.map((at) => known[at] as BrotliSegment),
      'bulk',
    );
    t.true(brotliDecompressSync(readFileSync(`${copy}.br`)).equals(expected), order.join());
  }
});

test('a file of one segment may be of any length, also empty', async (t) => {
  const folder = await makeFolder(t);
  for (const [at, text] of texts.entries()) {
    const path = join(folder, String(at));
    await writeBrotli(path, [compressed(text)], 'document');
    t.true(brotliDecompressSync(readFileSync(`${path}.br`)).equals(text));
  }
});

test('only the first segment of a file is copied to the beginning of another file, and to no other place', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'one');
  const second = texts[7] as Buffer;
  const { segments } = await writeBrotli(path, [first, second].map(compressed), 'bulk');
  const [ofFirst, ofSecond] = segments.map(([offset, length]) => {
    return { path: `${path}.br`, offset, length };
  });
  // In the other order.
  const other = join(folder, 'other');
  const swapped: BrotliSegment[] = [
    { read: () => Buffer.concat([second, first]), known: ofSecond },
    { read: () => first, known: ofFirst },
  ];
  await writeBrotli(other, swapped, 'bulk');
  const expected = Buffer.concat([second, first, first]);
  t.true(brotliDecompressSync(readFileSync(`${other}.br`)).equals(expected));
});

test('a segment ends when it is long enough, or after a unit that ends it; the first one fills the window', (t) => {
  const countUnits = (sizes: readonly (number | 'end')[]) => {
    const units = sizes.map((size) => {
      return size === 'end' ? { size: 1, endsSegment: true } : { size };
    });
    return toSegments(units, 2 * window).map(({ length }) => length);
  };
  t.deepEqual(countUnits([window, window - 1, 1, 2 * window, 3 * window, 1]), [3, 1, 1, 1]);
  t.deepEqual(countUnits([2 * window, 5, 'end', 5, 5]), [1, 2, 2]);
  t.deepEqual(countUnits([window - 2, 'end', 'end', 5]), [3, 1]);
  t.deepEqual(countUnits([7]), [1]);
  t.deepEqual(countUnits([]), []);
});
