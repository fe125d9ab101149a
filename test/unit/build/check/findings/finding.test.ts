import test from 'ava';
import {
  ContentError,
  type Finding,
  sortFindings,
  toHeadline,
} from '../../../../../build/content/findings/finding.ts';

const finding = (file: string, line?: number, column?: number): Finding => ({
  rule: 'price/rising',
  severity: 'error',
  file,
  message: 'x',
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});

test('the headline of a finding has its position, severity, rule and message', (t) => {
  t.is(toHeadline(finding('a.csv', 14, 18)), 'a.csv:14:18 error price/rising: x');
  t.is(toHeadline(finding('a.csv')), 'a.csv error price/rising: x');
});

test('findings are sorted by file, then line and column as numbers', (t) => {
  const sorted = sortFindings([
    finding('b.csv', 10, 1),
    finding('b.csv', 9, 12),
    finding('b.csv', 9, 3),
    finding('c.json'),
    finding('a.json'),
  ]);
  const places = sorted.map(({ file, line, column }) => [file, line, column]);
  t.deepEqual(places, [
    ['a.json', undefined, undefined],
    ['b.csv', 9, 3],
    ['b.csv', 9, 12],
    ['b.csv', 10, 1],
    ['c.json', undefined, undefined],
  ]);
});

test('the message of a ContentError has one line for each finding', (t) => {
  const error = new ContentError([finding('a.json'), finding('b.csv', 9, 3)]);
  t.is(error.message, 'a.json error price/rising: x\nb.csv:9:3 error price/rising: x');
});
