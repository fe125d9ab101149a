/** Chunks, into which a push cuts gzip forms: unchanged parts of a file give equal chunks. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { cutIntoChunks, findChunks, joinChunks } from '../../../../releases/remote/chunks.ts';
import { makeFolder } from '../../../helpers/content.ts';

/** Returns `blocks` times 32 bytes, without repetitions. They depend only on the arguments. */
function noise(blocks: number, seed = ''): Buffer {
  const block = (_: unknown, at: number) => createHash('sha256').update(`${seed}${at}`).digest();
  return Buffer.concat(Array.from({ length: blocks }, block));
}

const [shortest, longest] = [16 * 1024, 256 * 1024];
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test('bytes that are inserted into a file change one or two of its chunks', async (t) => {
  const folder = await makeFolder(t);
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const bytes = noise(65_536);
  await writeFile(before, bytes);
  await writeFile(
    after,
    Buffer.concat([bytes.subarray(0, 1e6), noise(3, 'x'), bytes.subarray(1e6)]),
  );
  const known = new Set((await cutIntoChunks(before)).map(([, hash]) => hash));
  const chunks = await cutIntoChunks(after);
  const changed = chunks.filter(([, hash]) => !known.has(hash));
  t.true(known.size > 15, `${known.size} chunks`);
  t.true([1, 2].includes(changed.length), `${changed.length} chunks changed`);
  t.is(sum(chunks.map(([size]) => size)), bytes.length + 96);
});

test('every chunk but the last has 16 to 256 kB, whatever the bytes are', async (t) => {
  const path = join(await makeFolder(t), 'file');
  for (const bytes of [noise(65_536), Buffer.alloc(1_000_000), Buffer.alloc(1_000_000, 'ab')]) {
    await writeFile(path, bytes);
    const sizes = (await cutIntoChunks(path)).map(([size]) => size);
    t.is(sum(sizes), bytes.length);
    const wrong = sizes.slice(0, -1).filter((size) => size < shortest || size > longest);
    t.deepEqual(wrong, []);
    t.true((sizes.at(-1) ?? 0) <= longest);
  }
  await writeFile(path, '');
  t.deepEqual(await cutIntoChunks(path), []);
});

test('a file that is joined from chunks must have the expected bytes', async (t) => {
  const folder = await makeFolder(t);
  const [path, joined] = [join(folder, 'file'), join(folder, 'new', 'joined')];
  const bytes = noise(16_384);
  await writeFile(path, bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const ranges = [...(await findChunks(path)).values()];
  t.true(ranges.length > 2);
  await t.notThrowsAsync(joinChunks(joined, ranges, hash));
  const { message } = await t.throwsAsync(joinChunks(joined, ranges.toReversed(), hash));
  t.regex(message, /joined is not made of its chunks; push again with --repair$/);
});
