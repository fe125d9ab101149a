import test from 'ava';
import { type Node, parseTree } from 'jsonc-parser';
import {
  locateJson,
  locateRow,
  numberRows,
} from '../../../../../build/check/findings/locate-in-text.ts';
import { indexLines } from '../../../../../build/content/findings/text-lines.ts';

const json = `{
  "sku": "TEE-1",
  "colors": [{ "color": "navy" }, { "color": "grey" }],
  "name": { "en": "Tee" }
}`;

/**
 * Returns the part of `json` that `locateJson` locates for `path`: the value, or the member's name if `atName` is true.
 */
function at(path: readonly (string | number)[], atName = false): string {
  const [offset, length] = locateJson(parseTree(json) as Node, path, atName);
  return json.slice(offset, offset + length);
}

test('a JSON path is located at its value', (t) => {
  t.is(at(['sku']), '"TEE-1"');
  t.is(at(['colors', 1, 'color']), '"grey"');
  t.is(at(['colors', 0]), '{ "color": "navy" }');
});

test('a JSON path is located at its member name if requested', (t) => {
  t.is(at(['name', 'en'], true), '"en"');
  t.is(at(['colors', 0, 'color'], true), '"color"');
});

test('a missing value is located at the nearest existing name above it', (t) => {
  t.is(at(['name', 'fr']), '"name"');
  t.is(at(['colors', 7, 'color']), '"colors"');
  t.is(at(['brand']), '{');
});

const table = 'sku,name,price\r\nA,"one, ""two""",1\n\nB,"three\nfour",2\nC,,3\nD';

/**
 * Returns the part of `table` that `locateRow` locates: the cell of a column, given by its name, in the row that begins
 * at a line; without `column`, the whole row.
 */
function cellAt(line: number, column?: string): string {
  const [offset, length] = locateRow(indexLines(table), line, column);
  return table.slice(offset, offset + length);
}

test('a cell is located by line and column name, with its quotes', (t) => {
  t.is(cellAt(2, 'sku'), 'A');
  t.is(cellAt(2, 'name'), '"one, ""two"""');
  t.is(cellAt(2, 'price'), '1');
  t.is(cellAt(4, 'name'), '"three\nfour"');
  t.is(cellAt(4, 'price'), '2');
  t.is(cellAt(6, 'name'), '');
  t.is(cellAt(6, 'price'), '3');
});

test('a cell that is missing from a short row is located at the end of the row', (t) => {
  t.deepEqual(locateRow(indexLines(table), 7, 'price'), [table.length, 0]);
});

test('without a column name the whole row is located', (t) => {
  t.is(cellAt(6), 'C,,3');
  t.is(cellAt(7), 'D');
});

test('rows are numbered like in a spreadsheet, even if their cells contain line breaks', (t) => {
  t.deepEqual(numberRows(indexLines('a\nb\nc')), [1, 2, 3]);
  t.deepEqual(numberRows(indexLines('a,b\n"x\n""y",1\nc,2')), [1, 2, 2, 3]);
});
