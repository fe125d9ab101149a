import test from 'ava';
import {
  createLocator,
  locateFaults,
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

test('a finding in a table also has row and column name', (t) => {
  const text = 'sku,size\nA,"x\ny"\nB,M\n';
  t.like(locate({ line: 4, column: 'size' }, text), {
    line: 4,
    column: 3,
    row: 3,
    columnName: 'size',
  });
});

test('a printed JSON path quotes names that are not words', (t) => {
  t.is(locate({ path: ['rows', 'S/M', 1] }, '{}').path, 'rows["S/M"][1]');
});

test('a finding about a whole file, or about an unreadable one, has no line', (t) => {
  t.deepEqual(Object.keys(locate({}, 'text')), ['rule', 'severity', 'file', 'message']);
  t.is(locate({ path: ['a'] }, '').line, undefined);
  t.is(toUnlocated(found({ path: ['a'] })).line, undefined);
  t.is(toUnlocated(found({ line: 3 })).line, 3);
});

test('findings in several files are sorted, and each file is read once', async (t) => {
  const read: string[] = [];
  const fault = (file: string, path: string) => ({
    rule,
    fault: { file, path: [path], message: 'x' },
  });
  const faults = [fault('b', 'two'), fault('b', 'one'), fault('a', 'one')];
  const findings = await locateFaults(faults, async (file) => {
    read.push(file);
    return '{\n"one": 1,\n"two": 2}';
  });
  t.deepEqual(
    findings.map(({ file, line }) => [file, line]),
    [
      ['a', 2],
      ['b', 2],
      ['b', 3],
    ],
  );
  t.deepEqual(read.sort(), ['a', 'b']);
});

test('the message of a finding has one line, and terminal codes in it are escaped', (t) => {
  const fault = { file: 'a', message: '"x\ny" and "\u001B[31m"' };
  t.is(toUnlocated({ rule, fault }).message, '"x\\ny" and "\\u001b[31m"');
});

test('a code frame shows two lines before and after the finding, and underlines the finding', (t) => {
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

test('a code frame has no lines beyond the end of the text', (t) => {
  t.deepEqual(renderFrame(indexLines('one'), { line: 1, column: 1 }, 3), [
    '> 1 | one',
    '    | ^^^',
  ]);
});

test('the line numbers of a code frame are aligned', (t) => {
  const text = Array.from({ length: 12 }, (_, index) => `${index + 1}`).join('\n');
  const [first = '', , marked = ''] = renderFrame(indexLines(text), { line: 10, column: 1 }, 1);
  t.is(first, '   8 | 8');
  t.is(marked, '> 10 | 10');
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
