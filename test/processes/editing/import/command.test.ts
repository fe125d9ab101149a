/** `npm run import`, as an editor runs it. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { runImport } from '../../../../editing/import/command.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { shopifyFile } from '../../../helpers/import-run.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = (...args: readonly string[]) => runCommand(runImport, args);

test('an import prints its report, and the errors of the content that it wrote', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const args = ['shopify', shopifyFile, '--out', out];
  const first = await run(...args);
  t.deepEqual([first.exitCode, first.stderr], [0, '']);
  t.regex(
    first.stdout,
    /^Imported:\n(.+\n)+Defaulted:\n(.+\n)+Left out:\n(.+\n)+Not read:\n(.+\n)+Written to /,
  );
  const options = async (text: object) => writeFile(`${out}.import.json`, JSON.stringify(text));
  const other = ['shopify', shopifyFile, '--out', `${out}-2`, '--options', `${out}.import.json`];
  await options({ minimumOrder: 0 });
  const mistaken = await run(...other);
  t.is(mistaken.exitCode, 1);
  t.regex(mistaken.stderr, /^import: .*content\.import\.json: minimumOrder: .*; correct it\n$/);
  await options({ skus: { 'harbour-tee': 'PRICING' } });
  const { exitCode, stdout, stderr } = await run(...other);
  t.is(exitCode, 0);
  t.regex(stdout, /\nWritten to /);
  t.regex(stderr, /error product\/reserved-sku: /);
  t.regex(stderr, /\n\nthe content was written but does not build, for the reasons above\n$/);
});

test('an invalid command line prints the reason and the usage, and writes nothing', async (t) => {
  const folder = await makeFolder(t);
  const out = ['--out', join(folder, 'content')];
  for (const [args, reason] of [
    [['shopify', shopifyFile, ...out, '--force'], /^Unknown option '--force'/],
    [
      ['magento', shopifyFile, ...out],
      /^the first argument must be one of shopify, .*Magento, write a map/,
    ],
    [['shopify', ...out], /^give one file of an export\n/],
    [['shopify', shopifyFile, ...out, '--map', 'm'], /^--map is not an option of shopify\n/],
    [['csv', shopifyFile, ...out], /^--map is missing\n/],
    [['shopify', shopifyFile], /^--out is missing\n/],
  ] as const) {
    const { exitCode, stdout, stderr } = await run(...args);
    t.deepEqual([exitCode, stdout], [1, '']);
    t.regex(stderr, reason);
    t.regex(stderr, /\n\nUsage: npm run import /);
  }
  t.deepEqual(await readdir(folder), []);
  const { exitCode, stdout } = await run('--help');
  t.is(exitCode, 0);
  for (const name of ['out', 'only', 'options', 'map', 'language', 'currency', 'rate', 'brand']) {
    t.true(stdout.includes(`--${name}`), name);
  }
});
