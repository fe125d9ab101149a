import test from 'ava';
import { renderFrame, toFinding } from '../../../../../build/check/findings/locate.ts';
import { indexLines } from '../../../../../build/content/findings/text-lines.ts';

test('the message of a finding has one line, and terminal codes in it are escaped', (t) => {
  const rule = { id: 'product/unknown-color', severity: 'error' } as const;
  const fault = { file: 'a', message: '"x\ny" and "\u001B[31m"' };
  t.is(toFinding({ rule, fault }).message, '"x\\ny" and "\\u001b[31m"');
});

test('a code frame cuts a long line on both sides of the finding, and the underline stays below the finding', (t) => {
  const text = `${'x'.repeat(500)}FAULT${'y'.repeat(500)}`;
  const [line = '', mark = ''] = renderFrame(indexLines(text), { line: 1, column: 501 }, 5);
  t.true(line.length < 120);
  t.is(mark.indexOf('^'), line.indexOf('FAULT'));
  t.is(mark.lastIndexOf('^'), line.indexOf('FAULT') + 4);
});

test('a code frame shows control characters as spaces', (t) => {
  const lines = indexLines('a\tb\u001B[31m\u009b\u202ec');
  const [line = ''] = renderFrame(lines, { line: 1, column: 1 }, 1);
  t.is(line, '> 1 | a b [31m  c');
});
