/** An import that cannot succeed says why in one line, and writes nothing. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { importFrom, shopifyFile } from '../../../helpers/import-run.ts';

/** A changed export and options of the import, and the message that both lead to. */
const failures: readonly (readonly [
  what: string,
  message: RegExp,
  change: (text: string) => string,
  ...options: string[],
])[] = [
  ['a missing file', /there is no file .*lost\.csv$/, String],
  [
    'a missing column',
    /:1: no row is a header with columns for .*title/,
    (text) => text.replace(',Title,', ',,'),
  ],
  ['an export without rows', /no product .*; it has only names of columns/, () => 'Handle,Title\n'],
  [
    'an unknown currency',
    /--currency EUR is unknown; give CAD or USD/,
    String,
    '--currency',
    'EUR',
  ],
  ['a rate of zero', /--rate 0 is invalid/, String, '--rate', '0'],
  ['an unknown part', /--only texts is unknown; give prices or stock/, String, '--only', 'texts'],
  ['nothing to update', /--only updates content, and .* has none/, String, '--only', 'prices'],
  [
    'missing swatches',
    /s\.json does not exist; write \{"Colour name"/,
    String,
    '--swatches',
    's.json',
  ],
];

test('an import that fails says why, and leaves nothing behind', async (t) => {
  for (const [what, message, change, ...options] of failures) {
    const folder = await makeFolder(t);
    const file = join(folder, 'export.csv');
    await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
    const source = what === 'a missing file' ? join(folder, 'lost.csv') : file;
    const out = join(folder, 'content');
    const importing = importFrom('shopify', source, '--out', out, ...options);
    await t.throwsAsync(importing, { instanceOf: ExpectedError, message }, what);
    t.deepEqual(await readdir(folder), ['export.csv'], what);
  }
});

test('an empty folder is filled, and content outside git is not replaced', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'content'));
  const args = ['shopify', shopifyFile, '--out', join(folder, 'content')];
  await importFrom(...args);
  t.true((await readdir(join(folder, 'content'))).includes('catalogue.json'));
  const message =
    /git has no copy of it; give --out a new folder, put .* under git, or update .*--only/;
  await t.throwsAsync(importFrom(...args), { message });
});
