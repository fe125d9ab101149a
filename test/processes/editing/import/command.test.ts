import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { runImport } from '../../../../editing/import/command.ts';
import { editFolder, makeFolder } from '../../../helpers/content.ts';
import { exportFolder, shopifyFile } from '../../../helpers/import-run.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = (...args: readonly string[]) => runCommand(runImport, args);

test.serial('a completed import prints its report and exits with 0', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const { exitCode, stdout, stderr } = await run('magento', exportFolder, '--out', out);
  t.is(exitCode, 0);
  t.is(stderr, '');
  t.regex(stdout, /^Imported:\n(.+\n)+Defaulted:\n(.+\n)+Left out:\n(.+\n)+Written to .+\n$/);
});

test.serial('imported content with errors is written, and the errors are printed', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const args = ['shopify', shopifyFile, '--out', out];
  t.is((await run(...args)).stderr, '');
  await editFolder(out).replace('prices/net-A3.csv', 'TEE100,CAD,1,', 'TEE100,CAD,1,9');
  const { exitCode, stdout, stderr } = await run(...args);
  t.is(exitCode, 0);
  t.regex(stdout, /\nWritten to /);
  t.regex(stderr, /content\/prices\/net-A3\.csv:4:14 .* error price\/net-above-msrp: /);
  t.regex(stderr, /\n\nthe content was written but does not build, for the reasons above\n$/);
});

test.serial('a failed import prints one line on stderr and exits with a failure', async (t) => {
  const folder = await makeFolder(t);
  const { exitCode, stdout, stderr } = await run('magento', folder, '--out', join(folder, 'c'));
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, /^import: .*products\.csv does not exist; give the file that Magento exports\n$/);
});

test.serial(
  'an invalid command line prints the reason and the usage, and writes nothing',
  async (t) => {
    const folder = await makeFolder(t);
    const out = join(folder, 'content');
    for (const [args, reason] of [
      [['magento', exportFolder, '--out', out, '--force'], /^Unknown option '--force'/],
      [
        ['prestashop', exportFolder, '--out', out],
        /^the first argument must be one of magento, shop/,
      ],
      [['shopify', '--out', out], /^give one file of an export\n/],
      [
        ['shopify', exportFolder, '--out', out, '--map', 'm'],
        /^--map is not an option of shopify\n/,
      ],
      [['csv', exportFolder, '--out', out], /^--map is missing\n/],
      [
        ['magento', exportFolder, '--out', out, '--map', 'm'],
        /^--map is not an option of magento\n/,
      ],
      [['magento', exportFolder], /^--out is missing\n/],
    ] as const) {
      const { exitCode, stdout, stderr } = await run(...args);
      t.deepEqual([exitCode, stdout], [1, '']);
      t.regex(stderr, reason);
      t.regex(stderr, /\n\nUsage: npm run import /);
    }
    t.deepEqual(await readdir(folder), []);
  },
);

test.serial('--help names every option with examples, and exits with 0', async (t) => {
  const { exitCode, stdout, stderr } = await run('--help');
  t.is(exitCode, 0);
  t.is(stderr, '');
  const options = [
    '--out',
    '--options',
    '--map',
    '--language',
    '--currency',
    '--rate',
    '--brand',
    '--swatches',
    '--images',
  ];
  for (const text of [...options, 'Examples:']) t.true(stdout.includes(text), text);
});
