import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import test from 'ava';
import { sha256 } from '../../../../build/content/sha256.ts';
import { combineCrc, deflateSegment, gzipFormat } from '../../../../build/output/gzip-segments.ts';
import { makeFolder } from '../../../helpers/content.ts';

const finishFlush = constants.Z_SYNC_FLUSH;

test('the checksum of two concatenated texts can be computed from their own checksums', (t) => {
  for (const [first, second] of [
    ['', ''],
    ['a', ''],
    ['', 'b'],
    ['catalogue', 'of apparel'],
    ['x'.repeat(70_000), 'é'.repeat(123_457)],
  ] as const) {
    const length = Buffer.byteLength(second);
    t.is(combineCrc(crc32(first), crc32(second), length), crc32(first + second));
  }
});

test('separately compressed segments form one gzip file, in any order and number', async (t) => {
  const folder = await makeFolder(t);
  const texts: readonly string[] = ['', 'one', 'two'.repeat(50_000), 'é', ''];
  const segments = await Promise.all(texts.map((text) => deflateSegment(Buffer.from(text), 6)));
  for (const [name, order] of [[], [2], [0, 1, 2, 3, 4], [2, 2, 3, 1]].entries()) {
    const path = join(folder, String(name));
    const file = gzipFormat.create(path);
    const offsets = order.map((at) => file.append(segments[at] as never));
    const [size, hash] = file.close();
    const bytes = readFileSync(path);
    t.deepEqual([bytes.length, sha256(bytes)], [size, hash]);
    t.is(gunzipSync(bytes).toString(), order.map((at) => texts[at]).join(''));
    for (const [index, at] of order.entries()) {
      const offset = offsets[index] as number;
      const length = segments[at]?.bytes.length ?? 0;
      const taken = inflateRawSync(bytes.subarray(offset, offset + length), { finishFlush });
      t.is(taken.toString(), texts[at] ?? '');
    }
  }
});
