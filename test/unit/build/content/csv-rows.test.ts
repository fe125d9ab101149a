import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { CsvError, parse } from 'csv-parse/sync';
import { cellsOf, rowsIn, rowsOfText, textStart } from '../../../../build/content/csv-rows.ts';
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

const rowsOf = (bytes: Buffer) => () =>
  Array.from(rowsIn(bytes, textStart(bytes)), (row) => cellsOf(bytes, row));

const linesOf = (bytes: Buffer) => () =>
  Array.from(rowsIn(bytes), (row) => [...cellsOf(bytes, row), String(row.line)]);

const linesOfText = (text: string) => () =>
  Array.from(rowsOfText(text), ({ cells, line }) => [...cells, String(line)]);

const parsedRows = (bytes: Buffer) => () =>
  parse(bytes, {
    ...{ bom: true, skip_empty_lines: true, relax_column_count: true },
    record_delimiter: ['\r\n', '\n'],
  });

test('in random texts, the same rows are found as by the CSV parser, or the same error at the same place', (t) => {
  const random = createRandom(7);
  const pieces = ['a', 'é', '12', ',', ',', '"', '""', '","', '\n', '\n', '\r\n', '\n"', '"\n'];
  let valid = 0;
  for (let trial = 0; trial < 3_000; trial += 1) {
    const text = Array.from({ length: random(24) }, () => pieces[random(pieces.length)]).join('');
    const bytes = Buffer.from(random(5) === 0 ? `\uFEFF${text}` : text);
    const found = read(rowsOf(bytes));
    const expected = read(parsedRows(bytes));
    // An assertion for each text would take ten times as long.
    if (!isDeepStrictEqual(found, expected)) t.deepEqual(found, expected, JSON.stringify(text));
    if (text.includes('"') && Array.isArray((found as unknown[])[0])) valid += 1;
  }
  t.true(valid > 150, `${valid} valid texts with quotes`);
});

test('rows are read from a text as from its bytes, with the same cells and lines', (t) => {
  const random = createRandom(5);
  const pieces = ['a', 'é', ',', ',', '\n', '\r\n', '\r', '"b"', '"c\nd"', '\uFEFF'];
  const plain = pieces.filter((piece) => !piece.includes('"'));
  for (let trial = 0; trial < 3_000; trial += 1) {
    const some = random(2) === 0 ? pieces : plain;
    const text = Array.from({ length: random(24) }, () => some[random(some.length)]).join('');
    const [found, expected] = [read(linesOfText(text)), read(linesOf(Buffer.from(text)))];
    if (!isDeepStrictEqual(found, expected)) t.deepEqual(found, expected, JSON.stringify(text));
  }
  t.deepEqual(linesOfText('a,b\r\n\r\n,c')(), [
    ['a', 'b', '1'],
    ['', 'c', '3'],
  ]);
});

test('each row has the correct line number in a table that mixes rows with and without quotes, also in a long one', (t) => {
  const random = createRandom(11);
  const lines: string[] = [];
  const expected: (readonly [line: number, cell: string])[] = [];
  let line = 1;
  for (let row = 0; row < 20_000; row += 1) {
    const [text, cell, breaks] = (
      [
        [`plain ${row},1`, `plain ${row}`, 1],
        [`"quoted, ${row}",1`, `quoted, ${row}`, 1],
        [`"two\n${row}",1`, `two\n${row}`, 2],
        [`"two\r\n${row}",1`, `two\r\n${row}`, 2],
      ] as const
    )[row % 5000 < 2500 ? random(4) : 1] as readonly [string, string, number];
    lines.push(text);
    expected.push([line, cell]);
    line += breaks;
  }
  const bytes = Buffer.from(lines.join('\n'));
  const found = Array.from(rowsIn(bytes), (row) => [row.line, cellsOf(bytes, row)[0]]);
  t.deepEqual(found, expected);
});
