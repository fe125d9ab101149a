/** An import that cannot succeed says why in one line, and writes nothing. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { exportFolder, runImport } from '../../../helpers/import-run.ts';

const products = 'products.csv';

/** Damage to a Magento export, or options of the import, and the message that both lead to. */
const failures: readonly (readonly [
  what: string,
  message: RegExp,
  damage: undefined | ((folder: string) => Promise<void>),
  ...options: string[],
])[] = [
  [
    'a missing file',
    /products\.csv does not exist; give the file that Magento exports$/,
    (folder) => rm(join(folder, products)),
  ],
  [
    'a missing column',
    /products\.csv:1: no row is a header with columns for .*qty.*; correct their names$/,
    async (folder) => {
      const text = await readFile(join(folder, products), 'utf8');
      await writeFile(join(folder, products), text.replace(',qty,', ',pieces,'));
    },
  ],
  [
    'an open quote',
    /categories\.csv:2: /,
    (folder) => writeFile(join(folder, 'categories.csv'), 'name,path\nMen,"\n'),
  ],
  [
    'a row that is too short',
    /products\.csv:\d+: has 2 cells for/,
    (folder) => writeFile(join(folder, products), 'LN1,fr\n', { flag: 'a' }),
  ],
  [
    'an export without rows',
    /no product that can be imported; it has only names of columns/,
    async (folder) => {
      const [header] = (await readFile(join(folder, products), 'utf8')).split('\n');
      await writeFile(join(folder, products), `${header}\n`);
    },
  ],
  [
    'an unknown currency',
    /--currency EUR is unknown; give CAD or USD/,
    undefined,
    '--currency',
    'EUR',
  ],
  ['an invalid rate', /--rate -1 is invalid; give CAD for one USD/, undefined, '--rate=-1'],
  ['a rate of zero', /--rate 0 is invalid/, undefined, '--rate', '0'],
  [
    'pictures without https',
    /is not an https address/,
    undefined,
    '--images',
    'http://img.example.com',
  ],
];

test('an import that fails says why in one line, and leaves nothing behind', async (t) => {
  for (const [what, message, damage, ...options] of failures) {
    const folder = await makeFolder(t);
    const source = join(folder, 'export');
    await cp(exportFolder, source, { recursive: true });
    await damage?.(source);
    const importing = runImport(source, '--out', join(folder, 'content'), ...options);
    const error = await t.throwsAsync(importing, { instanceOf: ExpectedError, message }, what);
    t.notRegex(error?.message ?? '', /\n/);
    t.deepEqual(await readdir(folder), ['export'], what);
  }
});

test('an empty folder is filled, and nothing is written to one that is not empty', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'content'));
  await runImport(exportFolder, '--out', join(folder, 'content'));
  t.true((await readdir(join(folder, 'content'))).includes('catalogue.json'));
  await mkdir(join(folder, 'own'));
  await writeFile(join(folder, 'own/mine.txt'), 'mine');
  await t.throwsAsync(runImport(exportFolder, '--out', join(folder, 'own')), {
    message: /is not empty, and there is no .* give --out a folder that does not exist yet/,
  });
  t.deepEqual(await readdir(join(folder, 'own')), ['mine.txt']);
});
