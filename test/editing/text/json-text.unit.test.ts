import test from 'ava';
import { editJson } from '../../../editing/text/json-text.ts';

test('a member is changed, and all other text stays', (t) => {
  const text = '{\n\t"sku": "A",\n\t"sizes": ["S",   "M"]\n}\n';
  t.is(editJson(text, [{ path: ['sku'], value: 'B' }]), text.replace('"A"', '"B"'));
});

test('a new member is written after the named one, indented like the others', (t) => {
  const text = '{\r\n    "sku": "A",\r\n    "name": "x"\r\n}\r\n';
  const edited = editJson(text, [{ path: ['draft'], value: true, after: 'sku' }]);
  t.is(edited, '{\r\n    "sku": "A",\r\n    "draft": true,\r\n    "name": "x"\r\n}\r\n');
});

test('a new object has the indentation and the line ends of the text', (t) => {
  const value = { en: 'Soft' };
  for (const [indent, end] of [
    ['\t', '\r\n'],
    ['    ', '\n'],
  ] as const) {
    const lines = ['{', `${indent}"sku": "A"`, '}', ''];
    const edited = editJson(lines.join(end), [{ path: ['note'], value }]);
    const own = [`${indent}"note": {`, `${indent}${indent}"en": "Soft"`, `${indent}}`];
    t.is(edited, ['{', `${indent}"sku": "A",`, ...own, '}', ''].join(end));
  }
});

test('a new member is written at the end if the named one is missing', (t) => {
  const edited = editJson('{\n  "sku": "A"\n}\n', [
    { path: ['draft'], value: true, after: 'name' },
  ]);
  t.deepEqual(JSON.parse(edited), { sku: 'A', draft: true });
});

test('a member without a value is removed', (t) => {
  const edited = editJson('{\n  "sku": "A",\n  "draft": true\n}\n', [
    { path: ['draft'], value: undefined },
    { path: ['other'], value: undefined },
  ]);
  t.is(edited, '{\n  "sku": "A"\n}\n');
});
