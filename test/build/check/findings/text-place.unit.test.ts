import test from 'ava';
import { lengthOnLine, placeAt } from '../../../../build/content/findings/text-place.ts';

const text = 'a\r\nbé🙂c\n\nd';

test('a place counts lines and UTF-16 units from 1', (t) => {
  t.deepEqual(placeAt(text, 0), { line: 1, column: 1 });
  t.deepEqual(placeAt(text, text.indexOf('b')), { line: 2, column: 1 });
  t.deepEqual(placeAt(text, text.indexOf('c')), { line: 2, column: 5 });
  t.deepEqual(placeAt(text, text.indexOf('d')), { line: 4, column: 1 });
  t.deepEqual(placeAt(text, text.length), { line: 4, column: 2 });
});

test('a length that exceeds its line ends with the line', (t) => {
  t.is(lengthOnLine(text, 0, 10), 1);
  t.is(lengthOnLine(text, 3, 2), 2);
});
