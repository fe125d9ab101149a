import test from 'ava';
import { CsvError } from 'csv-parse/sync';
import { rowsOf } from '../../../build/content/table-rows.ts';

test('a row has its cells and its first line, and empty lines are left out', (t) => {
  t.deepEqual(
    [...rowsOf('a,b\r\n\r\n1,\n2,3')],
    [
      { cells: ['a', 'b'], line: 1 },
      { cells: ['1', ''], line: 3 },
      { cells: ['2', '3'], line: 4 },
    ],
  );
});

test('a table with quotes has the same rows as one without', (t) => {
  for (const rest of ['1,2\n3,4\n', '1,2\r\n\r\n3,4', '1\n1,2,3\n', ',\n\n\n5,6']) {
    t.deepEqual([...rowsOf(`"a",b\n${rest}`)], [...rowsOf(`a,b\n${rest}`)], rest);
  }
});

test('a quoted cell may contain commas, quotes and line breaks', (t) => {
  t.deepEqual(
    [...rowsOf('a,b\n"x, ""y""\nz",1\n2,3\n')],
    [
      { cells: ['a', 'b'], line: 1 },
      { cells: ['x, "y"\nz', '1'], line: 2 },
      { cells: ['2', '3'], line: 4 },
    ],
  );
});

test('an unclosed quote throws a CsvError', (t) => {
  t.throws(() => [...rowsOf('a,b\n"x,1\n')], { instanceOf: CsvError });
});
