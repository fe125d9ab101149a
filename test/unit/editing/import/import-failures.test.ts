/** An import that cannot succeed says why in one line, and writes nothing. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { importFrom, shopifyFile } from '../../../helpers/import-run.ts';

/** Options of the import or a changed export, and the message that they lead to. */
const failures: readonly (readonly [string | ((text: string) => string), RegExp])[] = [
  [(text) => text.replace(',Title,', ',,'), /:1: no row is a header with columns for .*title/],
  [() => 'Handle,Title\n', /no product .*; it has only names of columns/],
  ['--currency EUR', /--currency EUR is unknown; give CAD or USD/],
  ['--rate=-1', /--rate -1 is invalid; give CAD for one USD/],
  ['--rate 0', /--rate 0 is invalid/],
  ['--only texts', /--only texts is unknown; give prices or stock/],
  ['--only prices', /--only updates content, and .* has none/],
  ['--swatches s.json', /s\.json does not exist; write \{"Colour name"/],
];

test('an import that fails says why, and leaves nothing behind', async (t) => {
  for (const [cause, message] of failures) {
    const folder = await makeFolder(t);
    const [file, out] = [join(folder, 'export.csv'), join(folder, 'content')];
    const [change, options] = typeof cause === 'string' ? [String, cause.split(' ')] : [cause, []];
    await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
    const importing = importFrom('shopify', file, '--out', out, ...options);
    await t.throwsAsync(importing, { instanceOf: ExpectedError, message }, String(message));
    t.deepEqual(await readdir(folder), ['export.csv'], String(message));
  }
  const importing = importFrom(
    'shopify',
    'lost.csv',
    '--out',
    join(await makeFolder(t), 'content'),
  );
  await t.throwsAsync(importing, { message: /there is no file .*lost\.csv$/ });
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
