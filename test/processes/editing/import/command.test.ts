/** `npm run import`, as an editor runs it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { runImport } from '../../../../editing/import/command.ts';
import { editFolder, makeFolder } from '../../../helpers/content.ts';
import { exportFolder, shopifyFile } from '../../../helpers/import-run.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = (...args: readonly string[]) => runCommand(runImport, args);

test('an import prints its report, and the errors of the content that it wrote', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const args = ['shopify', shopifyFile, '--out', out];
  const first = await run(...args);
  t.deepEqual([first.exitCode, first.stderr], [0, '']);
  t.regex(first.stdout, /^Imported:\n(.+\n)+Defaulted:\n(.+\n)+Left out:\n(.+\n)+Written to /);
  await editFolder(out).replace('prices/net-A3.csv', 'TEE100,CAD,1,', 'TEE100,CAD,1,9');
  const { exitCode, stdout, stderr } = await run(...args);
  t.is(exitCode, 0);
  t.regex(stdout, /\nWritten to /);
  t.regex(stderr, /content\/prices\/net-A3\.csv:4:14 .* error price\/net-above-msrp: /);
  t.regex(stderr, /\n\nthe content was written but does not build, for the reasons above\n$/);
});

test('a failed import prints one line, and exits with a failure', async (t) => {
  const folder = await makeFolder(t);
  const { exitCode, stdout, stderr } = await run('magento', folder, '--out', join(folder, 'c'));
  t.deepEqual([exitCode, stdout], [1, '']);
  t.regex(stderr, /^import: .*products\.csv does not exist; give the file that Magento exports\n$/);
});

test('an invalid command line prints the reason and the usage, and writes nothing', async (t) => {
  const folder = await makeFolder(t);
  const out = ['--out', join(folder, 'content')];
  for (const [args, reason] of [
    [['magento', exportFolder, ...out, '--force'], /^Unknown option '--force'/],
    [['prestashop', exportFolder, ...out], /^the first argument must be one of magento, shop/],
    [['shopify', ...out], /^give one file of an export\n/],
    [['shopify', exportFolder, ...out, '--map', 'm'], /^--map is not an option of shopify\n/],
    [['csv', exportFolder, ...out], /^--map is missing\n/],
    [['magento', exportFolder], /^--out is missing\n/],
  ] as const) {
    const { exitCode, stdout, stderr } = await run(...args);
    t.deepEqual([exitCode, stdout], [1, '']);
    t.regex(stderr, reason);
    t.regex(stderr, /\n\nUsage: npm run import /);
  }
  t.deepEqual(await readdir(folder), []);
  const { exitCode, stdout } = await run('--help');
  t.is(exitCode, 0);
  for (const name of ['out', 'options', 'map', 'language', 'currency', 'rate', 'brand', 'images']) {
    t.true(stdout.includes(`--${name}`), name);
  }
});
