/** The report that lists the rows that a command refused, as a table for users. */
import test from 'ava';
import { formatReport, noteRefused } from '../../../../editing/tables/write-report.ts';

const rowOf = (line: number) => ({
  row: { line, cells: { Item: `TEE-${line}`, problem: 'an earlier one', suggestion: 'BAG-5' } },
  problem: 'there is no product',
});

test('refused rows are written with the separator of their file', (t) => {
  const columns = ['Item', 'Qty'];
  const refused = [{ ...rowOf(2), suggestion: 'TEE-1' }];
  t.is(
    formatReport({ columns, separator: ';' }, refused),
    '\uFEFFItem;Qty;problem;suggestion\r\nTEE-2;;there is no product;TEE-1\r\n',
  );
  for (const separator of [',', '\t', undefined] as const) {
    const [header] = formatReport({ columns, separator }, refused).split('\r\n');
    t.is(header, '\uFEFFItem,Qty,problem,suggestion', separator);
  }
});

test('rows that are refused again after a correction contain only the new problem', (t) => {
  const columns = ['Item', 'problem', 'suggestion'];
  t.is(
    formatReport({ columns, separator: ',' }, [rowOf(2)]),
    '\uFEFFItem,problem,suggestion\r\nTEE-2,there is no product,\r\n',
  );
});

test('the first ten refused rows are listed, and the others are counted', (t) => {
  const refused = Array.from({ length: 11 }, (_, at) => rowOf(at + 2));
  const last = (count: number) => noteRefused('s.csv', refused.slice(0, count), 'r.csv').slice(9);
  const where = 'rows of s.csv were left out; correct them in r.csv and use that file as input';
  t.is(
    noteRefused('s.csv', refused.slice(0, 1), 'r.csv').at(-1),
    '1 row of s.csv was left out; correct it in r.csv and use that file as input',
  );
  t.deepEqual(last(10), ['s.csv:11: there is no product', `10 ${where}`]);
  t.deepEqual(last(11), ['s.csv:11: there is no product', '… and 1 more', `11 ${where}`]);
});
