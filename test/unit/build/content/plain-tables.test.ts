import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { indexTable, type RowText, type TableIndex } from '../../../../build/content/csv.ts';
import { rowsOfText } from '../../../../build/content/csv-rows.ts';
import { openPlainTable } from '../../../../build/content/plain-tables.ts';
import { inventoryRowSchema } from '../../../../build/content/schemas/tables.ts';
import { makeFolder } from '../../../helpers/content.ts';

const file = 'inventory.csv';
const header = 'sku,color,size,quantity';
const skus = ['A', 'AB', 'B', 'é'];
const filler = ' and more'.repeat(25);

/** Returns the rows of a table, of about 700 kB and thus more than two pieces; the SKUs take turns in blocks. */
function longRows(lineEnd: string): string {
  return Array.from({ length: 3000 }, (_, at) => {
    const sku = skus[Math.floor(at / 7) % skus.length];
    return `${sku},colour ${at}${filler},S,${at}${lineEnd}${at % 97 === 0 ? lineEnd : ''}`;
  }).join('');
}

/** Writes a table, and returns its path and the index of all its rows. */
async function writeTable(t: ExecutionContext, text: string) {
  const path = join(await makeFolder(t), file);
  await writeFile(path, text);
  return { path, whole: indexTable(file, Buffer.from(text), inventoryRowSchema) };
}

/** Opens a table with the facts of its index; undefined if the table has changed since. */
function open(path: string, whole: TableIndex): TableIndex | undefined {
  const facts = { sha256: whole.hash(), header: whole.header, isEmpty: whole.isEmpty };
  return openPlainTable(path, file, facts, inventoryRowSchema);
}

const linesOf = (texts: readonly RowText[]) =>
  texts.flatMap(({ text, line }) =>
    [...rowsOfText(text)].map((row) => [line + row.line - 1, row.cells] as const),
  );

for (const [what, text] of [
  ['line feeds', `${header}\n${longRows('\n')}`],
  ['CRLF and a byte order mark', `\uFEFF${header}\r\n${longRows('\r\n')}`],
  ['no line break at the end', `${header}\n${longRows('\n')}AB,last,S,1`],
  [
    'a row that is longer than a piece',
    `${header}\n${longRows('\n')}AB,${'x'.repeat(600_000)},S,1\nA,a,S,1\n`,
  ],
  ['no rows', `${header}\n`],
] as const) {
  test(`the rows in an unchanged table with ${what} are found, with their lines`, async (t) => {
    const { path, whole } = await writeTable(t, text);
    t.true(whole.isPlain);
    for (const sku of [...skus, 'C', 'sku', 'colour 1', 'A,a', '']) {
      // A new index for each SKU: an index searches the file only for its first SKUs, and then reads the whole table.
      const table = open(path, whole) as TableIndex;
      t.deepEqual(linesOf(table.rowsOf(sku)), linesOf(whole.rowsOf(sku)), sku);
    }
  });
}

test('an unchanged table has the same header, hash, SKUs and rows as when it was read', async (t) => {
  const { path, whole } = await writeTable(t, `${header}\n${longRows('\n')}`);
  const table = open(path, whole) as TableIndex;
  for (const sku of skus) t.deepEqual(linesOf(table.rowsOf(sku)), linesOf(whole.rowsOf(sku)));
  t.deepEqual([...table.skus()], [...whole.skus()]);
  t.deepEqual(table.rows(), whole.rows());
  const { header: columns, isEmpty, found, isPlain } = table;
  t.deepEqual([columns, isEmpty, found, isPlain], [whole.header, false, [], true]);
  t.is(table.hash(), whole.hash());
});

test('a table that has changed or is missing is read anew', async (t) => {
  const { path, whole } = await writeTable(t, `${header}\nA,x,S,1\n`);
  await appendFile(path, 'A,x,M,1\n');
  t.is(open(path, whole), undefined);
  await rm(path);
  t.is(open(path, whole), undefined);
});

test('a table that changes during the build is refused, so that no row of it counts as unchanged', async (t) => {
  const { path, whole } = await writeTable(t, `${header}\nA,x,S,1\nB,x,S,1\n`);
  const searched = open(path, whole) as TableIndex;
  const read = open(path, whole) as TableIndex;
  await appendFile(path, 'A,x,M,1\n');
  const refusal = {
    name: 'ExpectedError',
    message: `${path} changed during the build; build again`,
  };
  t.throws(() => searched.rowsOf('A'), refusal);
  t.throws(() => read.rows(), refusal);
  await rm(path);
  t.throws(() => searched.rowsOf('A'), refusal);
  t.throws(() => read.rows(), refusal);
});

test('tables with quotes, faults, or another first column are not plain', (t) => {
  for (const text of [
    `${header}\nA,"x",S,1\n`,
    'color,sku,size,quantity\nx,A,S,1\n',
    `${header},unknown\nA,x,S,1,\n`,
    '',
  ]) {
    t.false(indexTable(file, Buffer.from(text), inventoryRowSchema).isPlain, text);
  }
});
