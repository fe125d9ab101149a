import test from 'ava';
import { renderFrame } from '../../../../build/check/findings/code-frame.ts';
import { indexLines } from '../../../../build/check/findings/line-index.ts';

test('a frame shows two lines before and after the finding and underlines it', (t) => {
  const text = 'one\ntwo\nthree\nfour\nfive\nsix';
  t.deepEqual(renderFrame(indexLines(text), { line: 4, column: 2 }, 2), [
    '  2 | two',
    '  3 | three',
    '> 4 | four',
    '    |  ^^',
    '  5 | five',
    '  6 | six',
  ]);
});

test('a frame has no lines beyond the end of the text', (t) => {
  t.deepEqual(renderFrame(indexLines('one'), { line: 1, column: 1 }, 3), [
    '> 1 | one',
    '    | ^^^',
  ]);
});

test('line numbers are aligned', (t) => {
  const text = Array.from({ length: 12 }, (_, index) => `${index + 1}`).join('\n');
  const [first = '', , marked = ''] = renderFrame(indexLines(text), { line: 10, column: 1 }, 1);
  t.is(first, '   8 | 8');
  t.is(marked, '> 10 | 10');
});

test('a long line is cut on both sides of the finding, and the mark stays below the finding', (t) => {
  const text = `${'x'.repeat(500)}FAULT${'y'.repeat(500)}`;
  const [line = '', mark = ''] = renderFrame(indexLines(text), { line: 1, column: 501 }, 5);
  t.true(line.length < 120);
  t.is(mark.indexOf('^'), line.indexOf('FAULT'));
  t.is(mark.lastIndexOf('^'), line.indexOf('FAULT') + 4);
});

test('control characters are shown as spaces', (t) => {
  const [line = ''] = renderFrame(
    indexLines('a\tb\u001B[31m\u009b\u202ec'),
    { line: 1, column: 1 },
    1,
  );
  t.is(line, '> 1 | a b [31m  c');
});
