/** Chunks, into which a push cuts long files, so that an edit transfers only a part of them. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { cutIntoChunks } from '../../../releases/remote/chunks.ts';
import { makeFolder } from '../../helpers/content.ts';

/** Returns `blocks` times 32 bytes, without repetitions. They depend only on the arguments. */
function noise(blocks: number, seed = ''): Buffer {
  const block = (_: unknown, at: number) => createHash('sha256').update(`${seed}${at}`).digest();
  return Buffer.concat(Array.from({ length: blocks }, block));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test('bytes that are inserted into a file change one or two of its chunks of 16 to 256 kB', async (t) => {
  const path = join(await makeFolder(t), 'file');
  const bytes = noise(65_536);
  await writeFile(path, bytes);
  const before = await cutIntoChunks(path);
  const sizes = before.map(([size]) => size);
  t.true(sizes.length > 15);
  t.true(sizes.slice(0, -1).every((size) => size >= 16 * 1024 && size <= 256 * 1024));
  const inserted = [bytes.subarray(0, 1e6), noise(3, 'x'), bytes.subarray(1e6)];
  await writeFile(path, Buffer.concat(inserted));
  const known = new Set(before.map(([, hash]) => hash));
  const chunks = await cutIntoChunks(path);
  const changed = chunks.filter(([, hash]) => !known.has(hash));
  t.true([1, 2].includes(changed.length), `${changed.length} chunks changed`);
  t.is(sum(chunks.map(([size]) => size)), bytes.length + 96);
});
