import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createAssembly } from '../../../build/output/assembly.ts';
import { stampOf } from '../../../build/output/stamps.ts';
import { makeFolder } from '../../helpers/content.ts';

test('parts stand between beginning and end, separated by commas', async (t) => {
  const path = join(await makeFolder(t), 'deep/er/list.json');
  const assembly = createAssembly(path, '[');
  t.is(assembly.add('"é"'), 4);
  assembly.add('2');
  const stamp = assembly.finish(']');
  t.is(await readFile(path, 'utf8'), '["é",2]');
  t.deepEqual(stamp, stampOf(Buffer.from('["é",2]')));
});

test('a document without parts is its beginning and its end', async (t) => {
  const path = join(await makeFolder(t), 'list.json');
  createAssembly(path, '{').finish('}');
  t.is(await readFile(path, 'utf8'), '{}');
});

test('parts of the document before are copied, added ones stand between them', async (t) => {
  const folder = await makeFolder(t);
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  // Long enough that a copied run is more than one buffer.
  const parts = Array.from({ length: 40 }, (_none, at) => `"${at}${'x'.repeat(50_000)}"`);
  const first = createAssembly(before, '{"old":[');
  let offset = '{"old":['.length;
  const offsets = parts.map((part) => {
    const at = offset;
    offset += first.add(part) + 1;
    return at;
  });
  first.finish(']}');
  const order = [
    39,
    0,
    1,
    2,
    'new',
    3,
    4,
    10,
    9,
    ...Array.from({ length: 25 }, (_n, at) => at + 12),
  ];
  const second = createAssembly(after, '[', before);
  for (const at of order) {
    if (typeof at === 'string') second.add(`"${at}"`);
    else second.copy(offsets[at] as number, parts[at]?.length as number);
  }
  const stamp = second.finish(']');
  const expected = `[${order.map((at) => (typeof at === 'string' ? `"${at}"` : parts[at]))}]`;
  t.is(await readFile(after, 'utf8'), expected);
  t.deepEqual(stamp, stampOf(Buffer.from(expected)));
});

test('a document before that is shorter than was said is an error', async (t) => {
  const folder = await makeFolder(t);
  createAssembly(join(folder, 'before'), '[').finish(']');
  const assembly = createAssembly(join(folder, 'after'), '[', join(folder, 'before'));
  assembly.copy(1, 10);
  t.throws(() => assembly.finish(']'), { message: /before ends before byte 11$/ });
  assembly.abandon();
});
