/** Edits are written as a whole or not at all, also if a command is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, watch, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { inTemporaryFolder } from '../../../../editing/edit/temporary-folder.ts';
import { finishEdits, writeEdits } from '../../../../editing/edit/write-edits.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { makeFolder } from '../../../helpers/content.ts';
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

test('if a file has changed since it was read, nothing is written', async (t) => {
  const { folder, list } = await prepare(t);
  await writeFile(join(folder, 'b.csv'), 'another');
  const message = /b\.csv has changed since it was read/;
  await t.throwsAsync(writeEdits(folder, edits), { message });
  t.deepEqual(await list(), ['b.csv', 'products', 'products/A.json']);
});

test('if a file or the journal cannot be written, nothing is changed', async (t) => {
  for (const [block, blocked] of [
    // A file in the place of a folder stops even root, to whom permissions do not apply.
    [(folder: string) => writeFile(join(folder, 'prices'), ''), 'prices'],
    [(folder: string) => mkdir(join(folder, '.edit-journal.json')), '.edit-journal.json'],
  ] as const) {
    const { folder, list } = await prepare(t);
    await block(folder);
    const more = { file: 'prices/msrp.csv', before: undefined, after: 'x' };
    const writing = writeEdits(folder, blocked === 'prices' ? [...edits, more] : edits);
    await t.throwsAsync(writing, { message: /nothing was changed/ });
    t.deepEqual(await list(), [blocked, 'b.csv', 'products', 'products/A.json'].sort());
  }
});

test('a damaged journal is reported with its remedy, and changes nothing', async (t) => {
  const { folder, read } = await prepare(t);
  const journal = join(folder, '.edit-journal.json');
  for (const text of ['', '[{"file": "b.csv"}, {"file"', '[{"file": "b.csv"}, {"from": "x"}]']) {
    await writeFile(journal, text);
    const error = await t.throwsAsync(finishEdits(folder), { instanceOf: ExpectedError }, text);
    t.true(error?.message.startsWith(`${journal} is damaged, so the interrupted edit`));
    t.regex(error?.message ?? '', /; remove it, /);
  }
  t.is(await read('b.csv'), 'b');
});

test('an interrupted edit is completed before the next one, with a message', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('products/.TEE-1.json.0123', await edit.read('products/TEE-1.json'));
  await edit.content.write('products/TEE-1.json', '{');
  const steps = [{ file: 'products/TEE-1.json', from: 'products/.TEE-1.json.0123' }];
  await edit.content.write('.edit-journal.json', JSON.stringify(steps));
  const { exitCode, stderr } = await edit.run('rename', 'TEE-1', 'TEE-9');
  t.deepEqual([exitCode, stderr], [0, 'completed an interrupted edit\n']);
});

/** Starts `held-edit.ts`, which is killed at the end of the test. */
function start(t: ExecutionContext, ...args: readonly string[]) {
  const program = nodeArguments('test/processes/editing/edit/held-edit.ts');
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  return child;
}

/** Names of the files of an edit whose process is killed while it writes them. */
const names = Array.from({ length: 60 }, (_, at) => `${at}.json`);

/** Kills an edit of all `names` as soon as a file changes whose name begins with `moment`. */
async function killAt(t: ExecutionContext, folder: string, moment: string): Promise<void> {
  const child = start(t, 'write', folder, ...names);
  const exited = once(child, 'exit');
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  try {
    for await (const { filename } of watch(folder, { signal: ended.signal })) {
      if (filename?.startsWith(moment)) child.kill('SIGKILL');
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
  await exited;
}

test.serial('after a kill, the next command has written all files or none', async (t) => {
  // Between two new files, at the journal, and after the first rename.
  for (const moment of ['.30.json.', '.edit-journal.json', '7.json']) {
    const folder = await makeFolder(t);
    for (const name of names) await writeFile(join(folder, name), 'before');
    await killAt(t, folder, moment);
    await finishEdits(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    t.is(new Set(texts).size, 1, moment);
    if (moment === '7.json') t.is(texts[0], 'after');
  }
});

test.serial('an edit removes the temporary folder of a killed command only', async (t) => {
  const edit = await openEdit(t);
  const parent = dirname(edit.content.path);
  const child = start(t, 'hold', parent);
  const [bytes] = (await once(child.stdout, 'data')) as [Buffer];
  const killed = bytes.toString();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  t.true(existsSync(killed));
  await inTemporaryFolder(parent, async (running) => {
    await mkdir(running);
    t.is((await edit.run('rename', 'TEE-1', 'TEE-9')).exitCode, 0);
    t.true(existsSync(running));
  });
  t.deepEqual(await readdir(parent), ['content']);
});
