import test from 'ava';
import {
  indexLines,
  lineAt,
  placeIn,
  startOfLine,
} from '../../../../build/check/findings/line-index.ts';
import { placeAt } from '../../../../build/content/findings/text-place.ts';

const text = 'a\r\nbé🙂c\n\nd';
const lines = indexLines(text);

test('the place of an offset equals the one that is counted from the start of the text', (t) => {
  for (let offset = 0; offset <= text.length; offset += 1) {
    t.deepEqual(placeIn(lines, offset), placeAt(text, offset));
  }
  t.deepEqual(placeIn(indexLines(''), 0), { line: 1, column: 1 });
});

test('a line starts at its first column, and the line after the last at the end of the text', (t) => {
  for (const line of [1, 2, 3, 4]) {
    t.deepEqual(placeIn(lines, startOfLine(lines, line)), { line, column: 1 });
  }
  t.is(startOfLine(lines, 5), text.length);
});

test('a line is returned without its line break', (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5].map((line) => lineAt(lines, line)),
    ['a', 'bé🙂c', '', 'd', ''],
  );
});
