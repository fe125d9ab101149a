import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ContentError } from '../../../build/findings.ts';
import { readTable } from '../../../build/load/read-table.ts';
import { priceRowSchema } from '../../../build/schemas/tables.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';

const file = 'prices.csv';
const header = 'sku,currency,minQuantity,price,regularPrice';

/** Reads a price table of the given lines. */
async function readLines(t: ExecutionContext, lines: readonly string[], end = '\n') {
  const folder = await makeFolder(t);
  await writeFile(join(folder, file), lines.map((line) => line + end).join(''));
  return readTable(folder, file, priceRowSchema);
}

test('a row is numbers, with undefined for an empty optional cell, and knows its line', async (t) => {
  const { value } = await readLines(t, [header, 'A,CAD,12,20.50,25', 'A,CAD,48,18,']);
  t.deepEqual(value, [
    {
      sku: 'A',
      currency: 'CAD',
      minQuantity: 12,
      price: 20.5,
      regularPrice: 25,
      at: { file, line: 2 },
    },
    {
      sku: 'A',
      currency: 'CAD',
      minQuantity: 48,
      price: 18,
      regularPrice: undefined,
      at: { file, line: 3 },
    },
  ]);
});

test('empty lines, Windows line ends and a byte order mark do no harm', async (t) => {
  const { value } = await readLines(t, [`\uFEFF${header}`, '', 'A,CAD,12,20.50,'], '\r\n');
  t.deepEqual(
    value?.map(({ sku, price, at }) => [sku, price, at.line]),
    [['A', 20.5, 3]],
  );
});

test('wrong columns are reported with those that are right', async (t) => {
  const rows = [
    ['sku,currency,price,minQuantity,regularPrice', 'A,CAD,20,12,'],
    ['sku,currency,minQuantity,price', 'A,CAD,12,20'],
    [`${header},note`, 'A,CAD,12,20,,x'],
  ];
  for (const lines of rows) {
    const { findings } = await readLines(t, lines);
    const message = `has the columns ${lines[0]}; it must have ${header}`;
    t.deepEqual(findings, [{ file, line: 1, message }]);
  }
});

test('an empty file is reported as one without columns', async (t) => {
  const { findings } = await readLines(t, []);
  t.regex(findings[0]?.message ?? '', new RegExp(`it must have ${header}$`));
});

test('every wrong cell is reported with its line and column', async (t) => {
  const { findings } = await readLines(t, [
    header,
    'A,CAD,12,20.50,',
    ',CAD,48,18,',
    'A,CAD,many,18.005,-1',
    'A,EUR,48,"18,50",',
  ]);
  const places = findings.map(({ line, path }) => `${line} ${path}`);
  t.deepEqual(places, [
    '3 sku',
    '4 minQuantity',
    '4 price',
    '4 regularPrice',
    '5 currency',
    '5 price',
  ]);
  t.deepEqual(findings[0], { file, line: 3, path: 'sku', message: 'is empty' });
  t.is(findings[1]?.message, 'is not a whole number');
  t.is(findings[2]?.message, 'is not a price such as 12.50');
});

test('a short row is reported with its line', async (t) => {
  const { findings } = await readLines(t, [header, 'A,CAD,12,20.50,', 'A,CAD,48', 'B,CAD,12,9,']);
  t.is(findings.length, 1);
  t.is(findings[0]?.file, file);
  t.is(findings[0]?.line, 3);
});

test('a quote that is never closed is a finding and no crash', async (t) => {
  const { findings } = await readLines(t, [header, 'A,CAD,12,"20.50,']);
  t.is(findings.length, 1);
  t.is(findings[0]?.file, file);
});

test('a header that lacks a column is told as such, not as rows that are too long', async (t) => {
  const content = await copyContent(t);
  await content.replace('inventory.csv', 'sku,color,size,quantity', 'sku,color,size');
  const error = await t.throwsAsync(content.load(), { instanceOf: ContentError });
  t.regex(
    error?.message ?? '',
    /has the columns sku,color,size; it must have sku,color,size,quantity/,
  );
});

test('every row of a wrong length is told', async (t) => {
  const content = await copyContent(t);
  await content.append('inventory.csv', 'A,B\nC,D\n');
  const error = await t.throwsAsync(content.load(), { instanceOf: ContentError });
  t.is(error?.findings.length, 2);
});
