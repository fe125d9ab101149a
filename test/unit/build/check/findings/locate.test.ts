import test from 'ava';
import {
  createLocator,
  renderFrame,
  toUnlocated,
} from '../../../../../build/check/findings/locate.ts';
import type { Fault } from '../../../../../build/content/findings/finding.ts';
import { indexLines } from '../../../../../build/content/findings/text-lines.ts';

const rule = { id: 'product/unknown-color', severity: 'error' } as const;
const found = (fault: Omit<Fault, 'file' | 'message'>) => ({
  rule,
  fault: { file: 'a', message: 'is x', ...fault },
});
const locate = (fault: Omit<Fault, 'file' | 'message'>, text: string) =>
  createLocator(text)(found(fault));

test('a finding in JSON has line, column, path and frame', (t) => {
  const text = '{\n  "colors": [{ "color": "nvay" }]\n}';
  t.deepEqual(locate({ path: ['colors', 0, 'color'], suggestion: 'navy' }, text), {
    rule: 'product/unknown-color',
    severity: 'error',
    file: 'a',
    message: 'is x',
    path: 'colors[0].color',
    suggestion: 'navy',
    line: 2,
    column: 25,
    endColumn: 31,
    frame: [
      '  1 | {',
      '> 2 |   "colors": [{ "color": "nvay" }]',
      '    |                         ^^^^^^',
      '  3 | }',
    ],
  });
});

test('the message of a finding has one line, and terminal codes in it are escaped', (t) => {
  const fault = { file: 'a', message: '"x\ny" and "\u001B[31m"' };
  t.is(toUnlocated({ rule, fault }).message, '"x\\ny" and "\\u001b[31m"');
});

test('a code frame cuts a long line on both sides of the finding, and the underline stays below the finding', (t) => {
  const text = `${'x'.repeat(500)}FAULT${'y'.repeat(500)}`;
  const [line = '', mark = ''] = renderFrame(indexLines(text), { line: 1, column: 501 }, 5);
  t.true(line.length < 120);
  t.is(mark.indexOf('^'), line.indexOf('FAULT'));
  t.is(mark.lastIndexOf('^'), line.indexOf('FAULT') + 4);
});

test('a code frame shows control characters as spaces', (t) => {
  const [line = ''] = renderFrame(
    indexLines('a\tb\u001B[31m\u009b\u202ec'),
    { line: 1, column: 1 },
    1,
  );
  t.is(line, '> 1 | a b [31m  c');
});
