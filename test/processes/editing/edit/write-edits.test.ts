/** Edits are written as a whole; what a killed edit leaves blocks others, and never undoes work by hand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, utimes, watch, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { planFile, unfinishedFolder } from '../../../../build/content/unfinished-edit.ts';
import { discardEdit, finishEdit, writeEdits } from '../../../../editing/edit/write-edits.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { findingsIn, makeFolder } from '../../../helpers/content.ts';
import { openEdit } from './edit-run.ts';

async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'products'));
  await writeFile(join(folder, 'products/A.json'), 'a');
  await writeFile(join(folder, 'b.csv'), 'b');
  return {
    folder,
    read: (file: string) => readFile(join(folder, file), 'utf8').catch(() => undefined),
    list: async () => (await readdir(folder, { recursive: true })).sort(),
  };
}

const edits = [
  { file: 'products/A.json', before: 'a', after: undefined },
  { file: 'products/C.json', before: undefined, after: 'c' },
  { file: 'b.csv', before: 'b', after: 'b2' },
];

test('files are changed, added and removed, and keep their permissions', async (t) => {
  const { folder, read, list } = await prepare(t);
  // Group-writable, which a umask of 022 would not allow for a new file.
  await chmod(join(folder, 'b.csv'), 0o664);
  await writeEdits(folder, edits);
  t.deepEqual(await list(), ['b.csv', 'products', 'products/C.json']);
  t.deepEqual([await read('products/C.json'), await read('b.csv')], ['c', 'b2']);
  t.is((await stat(join(folder, 'b.csv'))).mode & 0o777, 0o664);
});

test('if a file has changed or cannot be written, nothing is written', async (t) => {
  const changed = await prepare(t);
  await writeFile(join(changed.folder, 'b.csv'), 'another');
  const message = /b\.csv has changed since it was read/;
  await t.throwsAsync(writeEdits(changed.folder, edits), { message });
  t.deepEqual(await changed.list(), ['b.csv', 'products', 'products/A.json']);
  const blocked = await prepare(t);
  // A file in the place of a folder stops even root, to whom permissions do not apply.
  await writeFile(join(blocked.folder, 'prices'), '');
  const more = { file: 'prices/msrp.csv', before: undefined, after: 'x' };
  const writing = writeEdits(blocked.folder, [...edits, more]);
  await t.throwsAsync(writing, { message: /nothing was changed/ });
  t.deepEqual(await blocked.list(), ['b.csv', 'prices', 'products', 'products/A.json']);
});

/** Names of the files of an edit whose process is killed while it writes them. */
const names = Array.from({ length: 60 }, (_, at) => `${at}.json`);

/** Kills an edit of all `names` in a folder as soon as a file changes in `watched` that `moment` matches. */
async function killAt(t: ExecutionContext, folder: string, watched: string, moment: RegExp) {
  for (const name of names) await writeFile(join(folder, name), 'before');
  const program = nodeArguments('test/processes/editing/edit/held-edit.ts');
  const child = spawn(process.execPath, [...program, folder, ...names], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  try {
    for await (const { filename } of watch(join(folder, watched), { signal: ended.signal })) {
      if (moment.test(filename ?? '')) child.kill('SIGKILL');
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
  await exited;
}

test.serial('a killed edit has changed no file, or is finished from its plan', async (t) => {
  for (const moment of [new RegExp(unfinishedFolder), /^\d+\.json$/]) {
    const folder = await makeFolder(t);
    await killAt(t, folder, '.', moment);
    const texts = () => Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const before = await texts();
    if (moment.test('7.json')) {
      // Killed after its last rename, it may have removed what it left.
      if (new Set(before).size > 1) t.deepEqual(await finishEdit(folder), []);
      t.deepEqual([...new Set(await texts())], ['after']);
    } else {
      t.true(new Set(before).size === 1 || (await finishEdit(folder)).length === 0);
      await discardEdit(folder);
    }
    t.deepEqual((await readdir(folder)).sort(), [...names].sort());
  }
});

/** Leaves an interrupted edit in a content folder, which has written one of two files. */
async function interrupt(t: ExecutionContext) {
  const edit = await openEdit(t);
  const before = await edit.read('prices/msrp.csv');
  const [name, folder] = ['products/TEE-1.json', edit.content.path];
  const product = await edit.read(name);
  const steps = [
    { file: name, before: product, after: product.replace('{', '{ ') },
    { file: 'prices/msrp.csv', before, after: before.replace('TEE-1,CAD,', 'TEE-1,CAD,1') },
  ];
  const { hashOf } = await import('../../../../build/content/unfinished-edit.ts');
  const plan = steps.map(({ file }) => ({
    ...{ file, before: hashOf(join(folder, file)), isRemoval: false },
  }));
  await edit.content.write(name, steps[0]?.after ?? '');
  await edit.content.write(`${unfinishedFolder}/new/prices/msrp.csv`, steps[1]?.after ?? '');
  await edit.content.write(planFile, JSON.stringify(plan));
  return { edit, before, after: steps[1]?.after ?? '' };
}

const written = 'written: products/TEE-1.json; not written: prices/msrp.csv';

test('an interrupted edit blocks other edits, and builds name its files', async (t) => {
  const { edit, before } = await interrupt(t);
  for (const args of [
    ['rename', 'TEE-1', 'TEE-9'],
    ['rename', 'TEE-1', 'TEE-9', '--json'],
    ['remove', 'X'],
  ]) {
    const { exitCode, stderr } = await edit.run(...args);
    t.is(exitCode, 1);
    t.true(stderr.includes(`an edit was interrupted; ${written}`), stderr);
  }
  t.is(await edit.read('prices/msrp.csv'), before);
  const findings = await findingsIn(edit.content.path);
  const found = findings.filter(({ rule }) => rule === 'file/unfinished-edit');
  t.is(found.length, 1);
  t.true(found[0]?.message.includes(written), found[0]?.message);
  t.is(found[0]?.severity, 'error');
});

test('--finish writes the other files of an interrupted edit', async (t) => {
  const { edit, after } = await interrupt(t);
  const { exitCode, stdout } = await edit.runAsking(['--finish']);
  t.deepEqual([exitCode, stdout], [0, 'the interrupted edit is finished\n']);
  t.is(await edit.read('prices/msrp.csv'), after);
  t.false((await readdir(edit.content.path)).includes(unfinishedFolder));
  t.is((await edit.runAsking(['--finish'])).exitCode, 1);
});

test('--finish leaves a file that was corrected by hand, and names it', async (t) => {
  const { edit, before } = await interrupt(t);
  const corrected = before.replace('TEE-1,CAD,', 'TEE-1,CAD,2');
  await edit.content.write('prices/msrp.csv', corrected);
  const { exitCode, stderr } = await edit.runAsking(['--finish']);
  t.is(exitCode, 1);
  t.regex(
    stderr,
    /changed since the edit began, and stay as they are: prices\/msrp\.csv; .*--discard/,
  );
  t.is(await edit.read('prices/msrp.csv'), corrected);
  t.is((await edit.runAsking(['--discard'])).exitCode, 0);
  t.is(await edit.read('prices/msrp.csv'), corrected);
  t.false((await readdir(edit.content.path)).includes(unfinishedFolder));
});

test('an edit that was killed before its plan was complete is only discarded', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write(`${unfinishedFolder}/new/prices/msrp.csv`, 'half');
  await edit.content.write(planFile, '[{"file": "prices/m');
  t.regex(
    (await edit.run('rename', 'TEE-1', 'TEE-9')).stderr,
    /before it changed a file; .*--discard/,
  );
  t.is((await edit.runAsking(['--discard'])).exitCode, 0);
  t.is((await edit.run('rename', 'TEE-1', 'TEE-9')).exitCode, 0);
});

test('an edit removes the temporary folders of commands that were killed long ago', async (t) => {
  const edit = await openEdit(t);
  const parent = dirname(edit.content.path);
  for (const name of ['.editing-old', '.editing-new']) await mkdir(join(parent, name));
  await utimes(join(parent, '.editing-old'), 0, 0);
  t.is((await edit.run('rename', 'TEE-1', 'TEE-9')).exitCode, 0);
  t.deepEqual((await readdir(parent)).sort(), ['.editing-new', 'content']);
});
