import test from 'ava';
import { indexLines } from '../../../../build/check/findings/line-index.ts';
import { locateRow, numberRows } from '../../../../build/check/findings/locate-cell.ts';

const text = 'sku,name,price\r\nA,"one, ""two""",1\n\nB,"three\nfour",2\nC,,3\nD';

/** The characters of a cell, or of a row. */
function at(line: number, column?: string): string {
  const [offset, length] = locateRow(indexLines(text), line, column);
  return text.slice(offset, offset + length);
}

test('a cell is located by line and column name, with its quotes', (t) => {
  t.is(at(2, 'sku'), 'A');
  t.is(at(2, 'name'), '"one, ""two"""');
  t.is(at(2, 'price'), '1');
  t.is(at(4, 'name'), '"three\nfour"');
  t.is(at(4, 'price'), '2');
  t.is(at(6, 'name'), '');
  t.is(at(6, 'price'), '3');
});

test('a cell that is missing from a short row is located at the end of the row', (t) => {
  t.deepEqual(locateRow(indexLines(text), 7, 'price'), [text.length, 0]);
});

test('without a column name the whole row is located', (t) => {
  t.is(at(6), 'C,,3');
  t.is(at(7), 'D');
});

test('rows are numbered like in a spreadsheet, whatever line breaks their cells contain', (t) => {
  t.deepEqual(numberRows(indexLines('a\nb\nc')), [1, 2, 3]);
  t.deepEqual(numberRows(indexLines('a,b\n"x\n""y",1\nc,2')), [1, 2, 2, 3]);
});
