import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import test from 'ava';
import { exportFolder, makeFolder } from './import-run.ts';

const main = resolve(import.meta.dirname, '../../../build/import/main.ts');

interface ProcessEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runMain(...args: readonly string[]): Promise<ProcessEnd> {
  return new Promise((done) => {
    execFile(process.execPath, ['--import', 'tsx', main, ...args], (error, stdout, stderr) => {
      done({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test('an import that is done prints its report and ends well', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const { exitCode, stdout, stderr } = await runMain('magento', exportFolder, '--out', out);
  t.is(exitCode, 0);
  t.is(stderr, '');
  t.regex(stdout, /^Taken:\n(.+\n)+Defaulted:\n(.+\n)+Left out:\n(.+\n)+Written to .+\n$/);
});

test('an import that cannot be done prints one line on stderr and fails', async (t) => {
  const folder = await makeFolder(t);
  const { exitCode, stdout, stderr } = await runMain('magento', folder, '--out', join(folder, 'c'));
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, /^import: .*products\.csv does not exist; give the folder of the export.*\n$/);
});

test('help names every option and ends well', async (t) => {
  const { exitCode, stdout, stderr } = await runMain('--help');
  t.is(exitCode, 0);
  t.is(stderr, '');
  for (const option of ['--out', '--currency', '--rate', '--brand', '--swatches', '--images']) {
    t.true(stdout.includes(option), option);
  }
});
