import test from 'ava';
import { assertNoFindings, ContentError, formatFinding } from '../../build/findings.ts';

test('a finding is a line of file, place and reason', (t) => {
  const message = 'is not a price such as 12.50';
  t.is(
    formatFinding({ file: 'prices/msrp.csv', line: 14, path: 'price', message }),
    'prices/msrp.csv:14: price: is not a price such as 12.50',
  );
  t.is(formatFinding({ file: 'a.json', path: 'b.0', message: 'is x' }), 'a.json: b.0: is x');
  t.is(formatFinding({ file: 'a.json', path: '', message: 'is x' }), 'a.json: is x');
  t.is(formatFinding({ file: 'a.json', message: 'is missing' }), 'a.json: is missing');
});

test('an error sorts its findings by file, then by line as a number', (t) => {
  const error = new ContentError([
    { file: 'b.csv', line: 10, message: 'x' },
    { file: 'b.csv', line: 9, message: 'x' },
    { file: 'c.json', message: 'x' },
    { file: 'a.json', message: 'x' },
  ]);
  t.deepEqual(
    error.findings.map(({ file, line }) => [file, line]),
    [
      ['a.json', undefined],
      ['b.csv', 9],
      ['b.csv', 10],
      ['c.json', undefined],
    ],
  );
  t.is(error.message.split('\n').length, 4);
});

test('no finding is no error', (t) => {
  t.notThrows(() => assertNoFindings([]));
  t.throws(() => assertNoFindings([{ file: 'a', message: 'x' }]), { instanceOf: ContentError });
});
