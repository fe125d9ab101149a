import test from 'ava';
import {
  indexLines,
  lengthOnLine,
  lineAt,
  positionAt,
  startOfLine,
} from '../../../../../build/content/findings/text-lines.ts';

const text = 'a\r\nbé🙂c\n\nd';
const lines = indexLines(text);

test('a position counts lines and UTF-16 units from 1', (t) => {
  t.deepEqual(positionAt(lines, 0), { line: 1, column: 1 });
  t.deepEqual(positionAt(lines, text.indexOf('b')), { line: 2, column: 1 });
  t.deepEqual(positionAt(lines, text.indexOf('c')), { line: 2, column: 5 });
  t.deepEqual(positionAt(lines, text.indexOf('d')), { line: 4, column: 1 });
  t.deepEqual(positionAt(lines, text.length), { line: 4, column: 2 });
  t.deepEqual(positionAt(indexLines(''), 0), { line: 1, column: 1 });
});

test('a range that is longer than its line ends with the line', (t) => {
  t.is(lengthOnLine(text, 0, 10), 1);
  t.is(lengthOnLine(text, 3, 2), 2);
});

test('a line starts at its first column, and a line after the last one starts at the end of the text', (t) => {
  for (const line of [1, 2, 3, 4]) {
    t.deepEqual(positionAt(lines, startOfLine(lines, line)), { line, column: 1 });
  }
  t.is(startOfLine(lines, 5), text.length);
});

test('a line is returned without its line break', (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5].map((line) => lineAt(lines, line)),
    ['a', 'bé🙂c', '', 'd', ''],
  );
});
