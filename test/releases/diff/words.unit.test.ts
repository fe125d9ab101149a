import test from 'ava';
import { countWords, percentWords, valueWords } from '../../../releases/diff/words.ts';

test('percentages and counts have their sign', (t) => {
  t.deepEqual([5, -1.27, 0, null].map(percentWords), ['+5.0 %', '-1.3 %', '0.0 %', '']);
  t.is(countWords(100, 50), '-50 (-50.0 %)');
  t.is(countWords(0, 50), '+50');
});

test('short values are shown whole, absent ones as none', (t) => {
  t.deepEqual(valueWords('a', 'b'), ['"a"', '"b"']);
  t.deepEqual(valueWords(null, 12), ['none', '12']);
  t.deepEqual(valueWords(true, null), ['true', 'none']);
});

test('long texts are cut around their difference', (t) => {
  const same = 'The same beginning of a long sentence, word for word, ';
  const [before, after] = valueWords(`${same}then one`, `${same}then another`);
  t.is(before, '…word for word, then one"');
  t.is(after, '…word for word, then another"');
  const [long] = valueWords('x'.repeat(200), 'y');
  t.is(long.length, 60);
  t.true(long.endsWith('…'));
});

test('control characters of a text are not printed', (t) => {
  t.deepEqual(valueWords('a\u001b[31m\r\nb', 'c'), ['"a [31m b"', '"c"']);
});
