import test from 'ava';
import { formatText, formatVerdict } from '../../../../../build/check/findings/formats.ts';
import type { Finding } from '../../../../../build/content/findings/finding.ts';

const error: Finding = {
  rule: 'stock/unknown-size',
  severity: 'error',
  file: 'inventory.csv',
  line: 7,
  column: 11,
  endColumn: 13,
  row: 7,
  columnName: 'size',
  message: '"XM" is 50% right: not a size',
  allowed: ['S', 'M'],
  suggestion: 'M',
  frame: ['> 7 | TEE-1,navy,XM,5', '    |            ^^'],
};
const warning: Finding = {
  rule: 'shared/unused-entry',
  severity: 'warning',
  file: 'tags.json',
  message: 'the tag is unused',
};

test('the text format shows position, cell, rule, message, frame, allowed values and suggestion', (t) => {
  t.deepEqual(formatText([error], { folder: 'content', colors: false }).split('\n'), [
    'content/inventory.csv:7:11 (row 7, column size) error stock/unknown-size: "XM" is 50% right: not a size',
    '> 7 | TEE-1,navy,XM,5',
    '    |            ^^',
    '  allowed: S, M',
    '  did you mean "M"?',
    '',
  ]);
});

const style = { folder: '', colors: false };

test('the text format prints warnings first, and counts what it leaves out', (t) => {
  const warnings = Array.from({ length: 25 }, (_, index) => ({ ...warning, line: index + 1 }));
  const errors = Array.from({ length: 3_000 }, (_, index) => {
    return { ...error, file: `${index % 100}.csv`, message: `${index} is no size` };
  });
  const text = formatText([...errors, ...warnings, { ...error, rule: 'other' }], style);
  t.true(text.startsWith('tags.json:1 warning shared/unused-entry: the tag is unused\n\n'));
  t.is(text.match(/^tags\.json/gm)?.length, 20);
  t.true(text.includes('\nand 5 more of shared/unused-entry; --format json lists every one\n'));
  t.is(text.match(/^\d+\.csv/gm)?.length, 100);
  t.regex(text, /\nand 2900 more of stock\/unknown-size; --format json lists every one\n/);
  t.regex(text, /^inventory\.csv.* error other:/m);
});

test('a problem of many places and files takes few lines', (t) => {
  const places = Array.from({ length: 14 }, (_, line) => ({ line, column: 3, path: 'name' }));
  const { row: _row, columnName: _name, ...text } = { ...error, allowed: [], places };
  const products = Array.from({ length: 5 }, (_, at) => ({ ...text, file: `products/${at}.json` }));
  const lines = formatText(products, style).split('\n');
  t.regex(lines[4] ?? '', /^ {2}also at 0:3 name, 1:3 name, .+, 11:3 name and 2 more$/);
  t.regex(lines[18] ?? '', /^products\/3\.json:7:11 error .+ \(15 places\)$/);
  t.is(lines.length, 21);
  const rows = [8, 9].map((line) => ({ line, row: line }));
  t.regex(formatText([{ ...error, places: rows }], style), /\n {2}also in rows 8, 9\n$/);
});

test('after the counts stand the three files to start with, if there are more', (t) => {
  const inFiles = (...counts: readonly number[]) =>
    counts.flatMap((count, at) =>
      Array.from({ length: count }, () => ({ ...error, file: `${at}.csv` })),
    );
  const places = Array.from({ length: 8 }, () => ({ line: 1 }));
  const repeated = { ...error, file: 'x.csv', places };
  const lastLine = (findings: readonly Finding[]) =>
    formatVerdict({ findings }, 'text', { ...style, folder: 'content' })
      .stderr.split('\n')
      .at(-2);
  t.is(lastLine(inFiles(1, 2, 3)), '6 errors');
  t.is(
    lastLine([...inFiles(1, 2, 3), repeated, warning]),
    'start with content/x.csv (9), content/2.csv (3), content/1.csv (2); 4 files need corrections',
  );
});

test('colour codes are written only if requested, and change no other character', (t) => {
  const plain = formatText([error, warning], { folder: '', colors: false });
  const colored = formatText([error, warning], { folder: '', colors: true });
  t.false(plain.includes('\x1b'));
  t.true(colored.includes('\x1b'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
  t.is(colored.replace(/\x1b\[\d+m/g, ''), plain);
});

/**
 * Control codes as a hostile content file may contain them. In a terminal, the first sets the window's title (`ESC ]`),
 * the second the colour of text (U+009B is `ESC [` as one character), and the third reverses the direction of text.
 */
const codes = '\u001b]0;x\u0007 \u009b31m \u202e';
const escaped = '\\u001b]0;x\\u0007 \\u009b31m \\u202e';
const hostile: Finding = {
  ...error,
  file: `${codes}.csv`,
  columnName: codes,
  message: `"${codes}"`,
  allowed: [codes],
  suggestion: codes,
};

function formatGithub(...findings: readonly Finding[]) {
  return formatVerdict({ findings }, 'github', { ...style, folder: 'content' }).stdout;
}

test('the text and GitHub formats escape terminal codes in every part of a finding', (t) => {
  t.deepEqual(formatText([hostile], { folder: '', colors: false }).split('\n'), [
    `${escaped}.csv:7:11 (row 7, column ${escaped}) error stock/unknown-size: "${escaped}"`,
    ...(error.frame ?? []),
    `  allowed: ${escaped}`,
    `  did you mean "${escaped}"?`,
    '',
  ]);
  const command = formatGithub({ ...hostile, suggestion: `${codes}\n` });
  t.is(
    command,
    `::error file=content/${escaped}.csv,line=7,col=11,endColumn=13,title=stock/unknown-size::"${escaped}". Did you mean "${escaped}%0A"?\n`,
  );
});

test('counts name errors and warnings, and JSON lists every finding with the release or null', (t) => {
  const verdict = (findings: readonly Finding[], release?: string) => {
    const { stdout } = formatVerdict({ findings, ...(release && { release }) }, 'json', style);
    return JSON.parse(stdout);
  };
  const findings = [error, error, warning];
  t.deepEqual(formatVerdict({ findings: [] }, 'text', style), { stdout: '', stderr: '' });
  const { stderr } = formatVerdict({ findings, outcome: 'nothing was made' }, 'text', style);
  t.regex(stderr, /\n\n2 errors, 1 warning; nothing was made\n$/);
  const many = [...Array.from({ length: 25 }, () => error), warning];
  t.deepEqual(verdict(many), { release: null, findings: many });
  t.deepEqual(verdict([], 'abc'), { release: 'abc', findings: [] });
});

test('a GitHub workflow command has file, line and columns, and its values are escaped', (t) => {
  const odd = { ...warning, file: 'a,b:c.json', message: 'one\ntwo' };
  t.is(
    formatGithub(error, odd),
    '::error file=content/inventory.csv,line=7,col=11,endColumn=13,title=stock/unknown-size::"XM" is 50%25 right: not a size. Did you mean "M"?\n' +
      '::warning file=content/a%2Cb%3Ac.json,title=shared/unused-entry::one%0Atwo\n',
  );
});
