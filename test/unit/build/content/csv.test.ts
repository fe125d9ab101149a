/** Tables are read like any CSV, and the rows of a SKU are found wherever they are. */
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { CsvError, parse } from 'csv-parse/sync';
import { indexTable, readRows } from '../../../../build/content/csv.ts';
import { cellsOf, parseRows } from '../../../../build/content/csv-rows.ts';
import { inventoryRowSchema } from '../../../../build/content/schemas/tables.ts';
import { createRandom } from '../../../helpers/random.ts';

/**
 * Returns the cells of each row that `rows` returns; if the text is not valid CSV, code and message of the `CsvError`.
 */
function read(rows: () => readonly (readonly string[])[]): unknown {
  try {
    return rows();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [error.code, error.message];
  }
}

const rowsOf = (text: string) => () => parseRows(text).map(cellsOf);

const parsedRows = (text: string) => () =>
  parse(text, {
    ...{ skip_empty_lines: true, relax_column_count: true },
    record_delimiter: ['\r\n', '\n'],
  });

test('in random texts, the same rows are found as by the CSV parser, or the same error at the same place', (t) => {
  const random = createRandom(7);
  const pieces = ['a', 'é', '12', ',', ',', '"', '""', '","', '\n', '\n', '\r\n', '\n"', '"\n'];
  let valid = 0;
  for (let trial = 0; trial < 800; trial += 1) {
    const text = Array.from({ length: random(24) }, () => pieces[random(pieces.length)]).join('');
    const found = read(rowsOf(text));
    const expected = read(parsedRows(text));
    // An assertion for each text would take ten times as long.
    if (!isDeepStrictEqual(found, expected)) t.deepEqual(found, expected, JSON.stringify(text));
    if (text.includes('"') && Array.isArray((found as unknown[])[0])) valid += 1;
  }
  t.true(valid > 40, `${valid} valid texts with quotes`);
});

const file = 'inventory.csv';
const header = 'sku,color,size,quantity';

function index(text: string | Buffer) {
  return indexTable(file, Buffer.from(text), inventoryRowSchema);
}

/** Reads the rows of a SKU in the text of a stock table; returns line number, colour, size and quantity of each. */
function readSku(text: string, sku: string) {
  const table = index(text);
  const { rows } = readRows(
    { file, header: table.header, schema: inventoryRowSchema },
    table.bySku.get(sku) ?? [],
  );
  return rows.map((row) => [row.line, row.color, row.size, row.quantity]);
}

test('the rows of a SKU are found anywhere in a table, with their lines', (t) => {
  const rows = ['A,x,S,1', '', '"B",x,S,2', 'AB,x,S,5', '"A","x, ""y""\r\nz",M,3', '\uFEFFA,x,L,4'];
  const table = [header, ...rows, ''].join('\r\n');
  const first = [2, 'x', 'S', 1];
  t.deepEqual(readSku(table, 'A'), [first, [6, 'x, "y"\r\nz', 'M', 3]]);
  t.deepEqual(readSku(`${header}\nA,x,S,1\nB,x,M,2\nA,x,L,4`, 'A'), [first, [4, 'x', 'L', 4]]);
  t.deepEqual(readSku(table, 'C'), []);
  t.deepEqual(readSku('\uFEFFsize,sku,quantity,color\nS,A,1,x\nM,B,2,x\n', 'B'), [
    [3, 'x', 'M', 2],
  ]);
});
