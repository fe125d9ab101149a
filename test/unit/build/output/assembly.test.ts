import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createAssembly, withPartStore } from '../../../../build/output/assembly.ts';
import { stampOf } from '../../../../build/output/stamps.ts';
import { makeFolder } from '../../../helpers/content.ts';

test('stored parts are written between beginning and end, separated by commas', async (t) => {
  const folder = await makeFolder(t);
  const source = { path: join(folder, 'parts'), isDocument: false };
  await withPartStore(source.path, async (store) => {
    t.deepEqual(store.add(['"é"', undefined, '3']), { offset: 0, lengths: [4, 0, 1] });
    t.deepEqual(store.add(['2']), { offset: 5, lengths: [1] });
  });
  const path = join(folder, 'deep/er/list.json');
  const assembly = createAssembly(path, '[');
  assembly.copy(source, 0, 4);
  assembly.copy(source, 5, 1);
  const stamp = assembly.finish(']');
  t.is(await readFile(path, 'utf8'), '["é",2]');
  t.deepEqual(stamp, stampOf(Buffer.from('["é",2]')));
});

test('only the owner can read stored parts, because net prices are among them', async (t) => {
  const path = join(await makeFolder(t), 'parts');
  await withPartStore(path, async () => {});
  t.is((await stat(path)).mode & 0o777, 0o600);
});

test('a document without parts has only its beginning and its end', async (t) => {
  const path = join(await makeFolder(t), 'list.json');
  createAssembly(path, '{').finish('}');
  t.is(await readFile(path, 'utf8'), '{}');
});

test('parts of an earlier document are copied, with stored parts between them', async (t) => {
  const folder = await makeFolder(t);
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  // So many parts that a copied run exceeds one buffer, and one part that exceeds a buffer by itself.
  const parts = Array.from({ length: 40 }, (_none, at) => `"${at}${'x'.repeat(50_000)}"`);
  parts[5] = `"5${'y'.repeat(1_500_000)}"`;
  const beginning = '{"old":[';
  await writeFile(before, `${beginning}${parts.join()}]}`);
  const offsetOf = (at: number) => beginning.length + parts.slice(0, at).join().length + (at && 1);
  const store = join(folder, 'parts');
  await withPartStore(store, async ({ add }) => add(['"new"']));
  const released = { path: before, isDocument: true };
  const rest = Array.from({ length: 25 }, (_none, at) => at + 12);
  const order = [39, 0, 1, 2, 'new', 3, 4, 5, 6, 10, 9, ...rest];
  const assembly = createAssembly(after, '[');
  for (const at of order) {
    if (typeof at === 'string') assembly.copy({ path: store, isDocument: false }, 0, 5);
    else assembly.copy(released, offsetOf(at), parts[at]?.length as number);
  }
  const stamp = assembly.finish(']');
  const expected = `[${order.map((at) => (typeof at === 'string' ? `"${at}"` : parts[at]))}]`;
  t.true((await readFile(after, 'utf8')) === expected);
  t.deepEqual(stamp, stampOf(Buffer.from(expected)));
});

test('copying from a file that is shorter than expected is an error', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'before'), '[]');
  const assembly = createAssembly(join(folder, 'after'), '[');
  assembly.copy({ path: join(folder, 'before'), isDocument: true }, 1, 10);
  t.throws(() => assembly.finish(']'), { message: /before ends before byte 11$/ });
  assembly.abandon();
});

test('abandoning a closed assembly does not close files of another assembly', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'before'), '[1]');
  const assembly = createAssembly(join(folder, 'after'), '[');
  assembly.copy({ path: join(folder, 'before'), isDocument: true }, 1, 1);
  assembly.finish(']');
  // These files get the descriptors that were closed.
  const others = ['one', 'two'].map((name) => openSync(join(folder, name), 'w'));
  assembly.abandon();
  for (const other of others) {
    t.is(writeSync(other, 'x'), 1);
    closeSync(other);
  }
});

/**
 * Writes an earlier document, `{"a":1,"b":2,"c":3}`, and a part store whose only part is `stored`. Returns both as
 * sources for the method `copy` of an assembly (`released`, `store`), the path of the new document (`after`), and
 * `assemble`, which writes the new document.
 */
async function prepareCopy(t: ExecutionContext, stored: string) {
  const folder = await makeFolder(t);
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  await writeFile(before, '{"a":1,"b":2,"c":3}');
  const stamp = stampOf(await readFile(before));
  const store = { path: join(folder, 'parts'), isDocument: false };
  await withPartStore(store.path, async ({ add }) => add([stored]));
  const released = { path: before, isDocument: true, stamp };
  return {
    ...{ released, store, after },
    /**
     * Writes the new document: part number `made` (0 to 2) is copied from the part store, the other two parts from the
     * earlier document. Returns its text, and whether it is a hard link to the earlier document.
     */
    async assemble({ made = 1, beginning = '{', end = '}' }) {
      const assembly = createAssembly(after, beginning, released);
      for (const [at, offset] of [1, 7, 13].entries()) {
        if (at === made) assembly.copy(store, 0, stored.length);
        else assembly.copy(released, offset, 5);
      }
      const returned = assembly.finish(end);
      const text = await readFile(after, 'utf8');
      t.deepEqual(returned, stampOf(Buffer.from(text)));
      return { text, isLinked: (await stat(after)).ino === (await stat(before)).ino };
    },
  };
}

for (const [made, stored] of ['"a":1', '"b":2', '"c":3'].entries()) {
  test(`a document with the bytes of the earlier one is a hard link to it, also if its part ${made} was made again`, async (t) => {
    const { assemble } = await prepareCopy(t, stored);
    t.deepEqual(await assemble({ made }), { text: '{"a":1,"b":2,"c":3}', isLinked: true });
  });
}

for (const [title, stored, text] of [
  ['other part', '"b":9', {}],
  ['longer part', '"b":22', {}],
  ['other end', '"b":2', { end: ']' }],
  ['longer end', '"b":2', { end: '}}' }],
  ['shorter end', '"b":2', { end: '' }],
  ['other beginning', '"b":2', { beginning: '[' }],
  ['longer beginning', '"b":2', { beginning: '{{' }],
] as const) {
  test(`a document that differs from the earlier one is written: ${title}`, async (t) => {
    const { assemble } = await prepareCopy(t, stored);
    const { beginning = '{', end = '}' } = text as { beginning?: string; end?: string };
    const expected = `${beginning}"a":1,${stored},"c":3${end}`;
    t.deepEqual(await assemble(text), { text: expected, isLinked: false });
  });
}

for (const [title, expected] of [
  ['before the first part', '{"z":0,"a":1,"b":2,"c":3}'],
  ['instead of the first part', '{"z":0,"b":2,"c":3}'],
  ['nowhere, without the first part', '{"b":2,"c":3}'],
] as const) {
  test(`a document with a new part ${title} is written`, async (t) => {
    const { released, store, after } = await prepareCopy(t, '"z":0');
    const assembly = createAssembly(after, '{', released);
    if (expected.includes('z')) assembly.copy(store, 0, 5);
    if (expected.includes('a')) assembly.copy(released, 1, 5);
    assembly.copy(released, 7, 5);
    assembly.copy(released, 13, 5);
    t.deepEqual(assembly.finish('}'), stampOf(Buffer.from(expected)));
    t.is(await readFile(after, 'utf8'), expected);
  });
}
