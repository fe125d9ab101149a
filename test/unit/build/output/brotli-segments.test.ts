/** Brotli files that are put together from segments decompress to the texts of the segments, in any order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import {
  brotliFormat,
  compressToSegment,
  isIndependent,
  storeAsSegment,
} from '../../../../build/output/brotli-segments.ts';
import { brotliOptions } from '../../../../build/output/encode.ts';
import { writeSegments } from '../../../../build/output/segment-files.ts';
import { stampOf } from '../../../../build/output/stamps.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { createRandom } from '../../../helpers/random.ts';

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

/** Text longer than the window of a Brotli file, so that references in it have distances up to the longest possible. */
const long = textOf((1 << 20) + 1000, () => `{"sku":"${digits()}","name":"${pick(words)}"},`);
const texts: readonly Buffer[] = [
  // Repeated bytes have short distances, which Brotli may take from the text before.
  ...['5551,5551', 'aaaaaaaaaaaaaaaaaaaaab', 'abababababababab', '11112222', '}}}}]]]]'].map(
    (text) => Buffer.from(text),
  ),
  ...[40, 400, 4000, 40_000].map((length) => textOf(length, () => pick(words))),
  ...[40, 4000, 40_000].map((length) => textOf(length, digits)),
  // Text that Brotli stores without compressing it.
  textOf(30_000, () => String.fromCharCode(33 + random(94))),
  long,
  // Parts of `long`, which may precede them in a file: their segments must not refer to it.
  long.subarray(0, 5000),
  long.subarray(-5000),
  Buffer.from('x'),
  Buffer.of(),
];

/** Returns a Brotli file that consists of the segments, and the byte offset of each. */
async function write(t: ExecutionContext, segments: readonly Buffer[]) {
  const path = join(await makeFolder(t), 'file.br');
  const { stamp, offsets } = writeSegments(
    path,
    segments.map((bytes) => ({ bytes })),
    brotliFormat,
    undefined,
  );
  const file = readFileSync(path);
  t.deepEqual(stamp, stampOf(file));
  return { file, offsets };
}

test('segments form one Brotli file in any order and number', async (t) => {
  const segments = await Promise.all(texts.map(compressToSegment));
  const orders = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + random(25) }, () => random(texts.length)),
  );
  for (const order of [[], ...texts.map((_, at) => [at]), ...orders]) {
    const chosen = order.map((at) => segments[at] as Buffer);
    const { file, offsets } = await write(t, chosen);
    const expected = Buffer.concat(order.map((at) => texts[at] as Buffer));
    t.true(brotliDecompressSync(file).equals(expected), order.join());
    for (const [at, segment] of chosen.entries()) {
      const offset = offsets[at] as number;
      t.true(file.subarray(offset, offset + segment.length).equals(segment));
    }
  }
});

test('segments are hardly longer than if texts were compressed as files', async (t) => {
  // Repeats over 500 kB, so that a shorter window finds nothing.
  const repeated = Buffer.from(long.subarray(0, 500_000).toString().repeat(2));
  for (const text of [...texts.filter(({ length }) => length >= 4000), repeated]) {
    const { length } = await compressToSegment(text);
    const { length: whole } = brotliCompressSync(text, brotliOptions('bulk', text.length));
    t.true(length < whole * 1.1 + 50, `${length} of ${text.length} bytes, ${whole} as a whole`);
  }
});

test('texts can be stored without compression, at any place', async (t) => {
  const stored = ['x', '{"products":[', 'é'.repeat(1 << 15), long, ''].map((text) =>
    Buffer.from(text),
  );
  const [text = Buffer.of()] = texts;
  const segment = await compressToSegment(text);
  const segments = stored.flatMap((each) => [storeAsSegment(each), segment]);
  const { file } = await write(t, [...segments, storeAsSegment(Buffer.from(']}'))]);
  const expected = [...stored.flatMap((each) => [each, text]), Buffer.from(']}')];
  t.true(brotliDecompressSync(file).equals(Buffer.concat(expected)));
});

test('a segment that depends on its place is recognized', (t) => {
  const options = (text: Buffer) => ({
    ...brotliOptions('bulk', text.length),
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });
  /** Compresses `text` after `before` as one stream, and returns the compressed bytes of `text`. */
  const after = (before: Buffer, text: Buffer) => {
    const both = Buffer.concat([before, text]);
    return brotliCompressSync(both, options(both)).subarray(
      brotliCompressSync(before, options(before)).length,
    );
  };
  const before = textOf(4000, digits);
  for (const [name, segment, text] of [
    ['a copy of bytes before it', after(before, before), before],
    ['another text', storeAsSegment(Buffer.from('one')), Buffer.from('two')],
    ['no segment', Buffer.from([0xff, 0xff]), Buffer.from('x')],
  ] as const) {
    t.false(isIndependent(segment, text), name);
  }
  t.true(isIndependent(storeAsSegment(before), before));
});

test('a text that cannot be compressed independently of its place is stored as it is', async (t) => {
  // No three characters repeat within `unique`, so that the only repetition in `text` is that of its first 200 bytes,
  // at `distance`. If this is one of the last four distances of the preamble, the encoder writes a short code for it,
  // and the segment depends on its place.
  let last: readonly [number, number, number] = [0, 0, 1];
  const unique = textOf(1 << 15, () => {
    const [first, second, third] = last;
    last = [second, third, (second + 5 * first) % 113];
    return String.fromCharCode(14 + first);
  });
  const stored: number[] = [];
  for (let distance = (1 << 15) - 850; distance < (1 << 15) - 750; distance += 1) {
    const text = Buffer.concat([unique.subarray(0, distance), unique.subarray(0, 200)]);
    const segment = await compressToSegment(text);
    t.true(isIndependent(segment, text));
    if (segment.length > text.length) stored.push(distance);
  }
  t.true(stored.length > 0);
});
