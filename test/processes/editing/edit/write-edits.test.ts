/** Edits are written as a whole, or not at all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { finishEdits, writeEdits } from '../../../../editing/edit/write-edits.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { makeFolder } from '../../../helpers/content.ts';

async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'products'));
  await writeFile(join(folder, 'products/A.json'), 'a');
  await writeFile(join(folder, 'b.csv'), 'b');
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => undefined);
  return { folder, read };
}

const edits = [
  { file: 'products/A.json', before: 'a', after: undefined },
  { file: 'products/C.json', before: undefined, after: 'c' },
  { file: 'b.csv', before: 'b', after: 'b2' },
];

test.serial('files are changed, added and removed, and no temporary file is left', async (t) => {
  const { folder, read } = await prepare(t);
  await writeEdits(folder, edits);
  t.is(await read('products/A.json'), undefined);
  t.is(await read('products/C.json'), 'c');
  t.is(await read('b.csv'), 'b2');
  t.deepEqual((await readdir(folder, { recursive: true })).sort(), [
    'b.csv',
    'products',
    'products/C.json',
  ]);
});

test.serial('a changed file keeps its permissions', async (t) => {
  const { folder } = await prepare(t);
  // Group-writable, which a umask of 022 would not allow for a new file.
  await chmod(join(folder, 'b.csv'), 0o664);
  await writeEdits(folder, edits);
  t.is((await stat(join(folder, 'b.csv'))).mode & 0o777, 0o664);
});

test.serial('if a file has changed since it was read, nothing is written', async (t) => {
  const { folder, read } = await prepare(t);
  await writeFile(join(folder, 'b.csv'), 'somebody else’s');
  await t.throwsAsync(writeEdits(folder, edits), {
    message: /b\.csv has changed since it was read/,
  });
  t.is(await read('products/A.json'), 'a');
  t.is(await read('products/C.json'), undefined);
});

test.serial(
  'if a file cannot be written, nothing is changed and no temporary file is left',
  async (t) => {
    const { folder, read } = await prepare(t);
    // A file in the place of a folder stops even root, to whom permissions do not apply.
    await writeFile(join(folder, 'prices'), '');
    const more = [...edits, { file: 'prices/msrp.csv', before: undefined, after: 'x' }];
    await t.throwsAsync(writeEdits(folder, more), { message: /nothing was changed/ });
    t.is(await read('products/A.json'), 'a');
    t.is(await read('b.csv'), 'b');
    t.false((await readdir(folder, { recursive: true })).some((name) => name.includes('/.')));
  },
);

test.serial(
  'if the journal cannot be written, nothing is changed and no temporary file is left',
  async (t) => {
    const { folder, read } = await prepare(t);
    await mkdir(join(folder, '.edit-journal.json'));
    await t.throwsAsync(writeEdits(folder, edits), { message: /nothing was changed/ });
    t.is(await read('products/A.json'), 'a');
    t.is(await read('b.csv'), 'b');
    t.deepEqual((await readdir(folder, { recursive: true })).sort(), [
      '.edit-journal.json',
      ...['b.csv', 'products', 'products/A.json'],
    ]);
  },
);

test.serial(
  'if an edit is killed before its journal is written, nothing changes; if it is killed later, the next command completes it',
  async (t) => {
    const { folder, read } = await prepare(t);
    const from = 'products/.C.json.0123';
    await writeFile(join(folder, from), 'c');
    t.is(await finishEdits(folder), 0);
    t.is(await read('products/A.json'), 'a');
    const steps = [{ file: 'products/A.json' }, { file: 'products/C.json', from }];
    await writeFile(join(folder, '.edit-journal.json'), JSON.stringify(steps));
    t.is(await finishEdits(folder), 2);
    t.is(await read('products/A.json'), undefined);
    t.is(await read('products/C.json'), 'c');
    t.is(await finishEdits(folder), 0);
  },
);

test.serial('the next command completes an edit that was killed during its renames', async (t) => {
  const { folder, read } = await prepare(t);
  await writeFile(join(folder, 'products/C.json'), 'c');
  const steps = [
    { file: 'products/C.json', from: 'products/.C.json.0123' },
    ...[{ file: 'products/B.json' }, { file: 'b.csv' }],
  ];
  await writeFile(join(folder, '.edit-journal.json'), JSON.stringify(steps));
  t.is(await finishEdits(folder), 3);
  t.is(await read('products/C.json'), 'c');
  t.is(await read('b.csv'), undefined);
});

test.serial('a damaged journal is reported with its remedy, and changes nothing', async (t) => {
  const { folder, read } = await prepare(t);
  const journal = join(folder, '.edit-journal.json');
  for (const text of ['', '[{"file": "b.csv"}, {"file"', '[{"file": "b.csv"}, {"from": "x"}]']) {
    await writeFile(journal, text);
    const error = await t.throwsAsync(finishEdits(folder), { instanceOf: ExpectedError }, text);
    t.true(
      error?.message.startsWith(`${journal} is damaged, so the interrupted edit`),
      error?.message,
    );
    t.regex(error?.message ?? '', /; remove it, /);
  }
  t.is(await read('b.csv'), 'b');
  await rm(journal);
  await mkdir(journal);
  await t.throwsAsync(finishEdits(folder), { instanceOf: ExpectedError, message: /EISDIR/ });
});

/** Names of the files of an edit whose process is killed while it writes them. */
const killedFiles = Array.from({ length: 60 }, (_, at) => `${at}.json`);

/**
 * Edits all `killedFiles` in a separate process (`write-many.ts`). Kills that process as soon as a file in `folder`
 * appears or changes whose name satisfies `isMoment`; resolves when the process has ended.
 */
async function killAt(folder: string, isMoment: (name: string) => boolean): Promise<void> {
  const args = nodeArguments('test/processes/editing/edit/write-many.ts');
  const child = spawn(process.execPath, [...args, folder, ...killedFiles], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  try {
    for await (const { filename } of watch(folder, { signal: ended.signal })) {
      if (filename !== null && isMoment(filename)) child.kill('SIGKILL');
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
  await exited;
}

test.serial(
  'after a kill at any moment, the next command has written all files of the edit or none',
  async (t) => {
    for (const moment of ['.0.json.', '.30.json.', '.59.json.', '.edit-journal.json', '7.json']) {
      const folder = await makeFolder(t);
      for (const name of killedFiles) await writeFile(join(folder, name), 'before');
      await killAt(folder, (name) => name.startsWith(moment));
      await finishEdits(folder);
      const texts = await Promise.all(
        killedFiles.map((name) => readFile(join(folder, name), 'utf8')),
      );
      t.is(new Set(texts).size, 1, moment);
      // The last moment is after the first rename.
      if (moment === '7.json') t.is(texts[0], 'after');
    }
  },
);
