import { join } from 'node:path';
import test from 'ava';
import { runImport } from '../../../editing/import/command.ts';
import { runCommand } from '../../build/run-command.ts';
import { exportFolder, makeFolder } from './import-run.ts';

const run = (...args: readonly string[]) => runCommand(runImport, args);

test('a completed import prints its report and exits with 0', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const { exitCode, stdout, stderr } = await run('magento', exportFolder, '--out', out);
  t.is(exitCode, 0);
  t.is(stderr, '');
  t.regex(stdout, /^Taken:\n(.+\n)+Defaulted:\n(.+\n)+Left out:\n(.+\n)+Written to .+\n$/);
});

test('a failed import prints one line on stderr and exits with a failure', async (t) => {
  const folder = await makeFolder(t);
  const { exitCode, stdout, stderr } = await run('magento', folder, '--out', join(folder, 'c'));
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, /^import: .*products\.csv does not exist; give the folder of the export.*\n$/);
});

test('--help names every option and exits with 0', async (t) => {
  const { exitCode, stdout, stderr } = await run('--help');
  t.is(exitCode, 0);
  t.is(stderr, '');
  for (const option of ['--out', '--currency', '--rate', '--brand', '--swatches', '--images']) {
    t.true(stdout.includes(option), option);
  }
});
