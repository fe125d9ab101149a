import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { ImportError } from '../../../../editing/import/import-files.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { exportFolder, runImport } from '../../../helpers/import-run.ts';

/**
 * Copies the Magento export of the fixture, damages the copy with `damage`, and asserts that its import throws an
 * `ExpectedError` with a message of one line that matches `message`, and writes nothing.
 */
async function assertRefused(
  t: ExecutionContext,
  damage: (folder: string) => Promise<void>,
  message: RegExp,
  ...options: readonly string[]
): Promise<void> {
  const folder = await makeFolder(t);
  const source = join(folder, 'export');
  await cp(exportFolder, source, { recursive: true });
  await damage(source);
  const error = await t.throwsAsync(
    runImport(source, '--out', join(folder, 'content'), ...options),
    {
      instanceOf: ExpectedError,
    },
  );
  t.notRegex(error.message, /\n/);
  t.regex(error.message, message);
  t.deepEqual(await readdir(folder), ['export'], 'nothing is left behind');
}

const products = 'products.csv';

test('a folder without products.csv is refused by its name', async (t) => {
  const damage = (folder: string) => rm(join(folder, products));
  await assertRefused(
    t,
    damage,
    /products\.csv does not exist; give the file that Magento exports/,
  );
});

test('a missing column is reported by its name', async (t) => {
  const damage = async (folder: string) => {
    const text = await readFile(join(folder, products), 'utf8');
    await writeFile(join(folder, products), text.replace(',qty,', ',pieces,'));
  };
  await assertRefused(
    t,
    damage,
    /products\.csv:1: no row is a header with columns for .*qty.*; correct their names$/,
  );
});

test('an invalid quotation is reported with its line', async (t) => {
  const damage = (folder: string) =>
    writeFile(join(folder, 'categories.csv'), 'name,path\nMen,"\n', { flag: 'w' });
  await assertRefused(t, damage, /categories\.csv:2: /);
});

test('a row that is too short is reported with its line', async (t) => {
  const damage = (folder: string) => writeFile(join(folder, products), 'LN1,fr\n', { flag: 'a' });
  await assertRefused(t, damage, /products\.csv:\d+: has 2 cells for/);
});

test('an export without rows is refused', async (t) => {
  const damage = async (folder: string) => {
    const [header] = (await readFile(join(folder, products), 'utf8')).split('\n');
    await writeFile(join(folder, products), `${header}\n`);
  };
  await assertRefused(t, damage, /no product that can be imported; it has only names of columns/);
});

test('a swatch that is not a hex colour is reported by its name', async (t) => {
  const folder = await makeFolder(t);
  const swatches = join(folder, 'swatches.json');
  await writeFile(swatches, '{"Navy": "blue"}');
  await assertRefused(t, async () => {}, /Navy: is not a hex colour/, '--swatches', swatches);
});

for (const [why, options, message] of [
  ['an unknown currency', ['--currency', 'EUR'], /--currency EUR is unknown; give CAD or USD/],
  ['an invalid rate', ['--rate=-1'], /--rate -1 is invalid; give CAD for one USD/],
  ['a rate of zero', ['--rate', '0'], /--rate 0 is invalid/],
  ['pictures without https', ['--images', 'http://img.example.com'], /is not an https address/],
] as const) {
  test(`${why} is refused with its remedy`, async (t) => {
    await assertRefused(t, async () => {}, message, ...options);
  });
}

test('nothing is written to a folder that is not empty', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await t.throwsAsync(runImport(exportFolder, '--out', folder), {
    instanceOf: ImportError,
    message: /is not empty, and there is no .* give --out a folder that does not exist yet/,
  });
  t.deepEqual(await readdir(folder), ['mine.txt']);
});

test('an empty folder is filled', async (t) => {
  const folder = join(await makeFolder(t), 'content');
  await mkdir(folder);
  await runImport(exportFolder, '--out', folder);
  t.true((await readdir(folder)).includes('catalogue.json'));
});

test('if the options cannot be written, the message names --options, and the import can be repeated', async (t) => {
  const folder = await makeFolder(t);
  const out = ['--out', join(folder, 'content')];
  await t.throwsAsync(runImport(exportFolder, ...out, '--options', join(folder, 'none/x.json')), {
    instanceOf: ImportError,
    message: /none\/x\.json cannot be written \(ENOENT\); give --options a file in a folder /,
  });
  await t.notThrowsAsync(runImport(exportFolder, ...out, '--options', join(folder, 'x.json')));
});
