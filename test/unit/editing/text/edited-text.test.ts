/** Edits of CSV and JSON files change only what they name, and keep every other byte. */
import test from 'ava';
import fc from 'fast-check';
import { ExpectedError } from '../../../../console/errors.ts';
import { openTable as openFile } from '../../../../editing/text/csv-text.ts';
import { editJson } from '../../../../editing/text/json-text.ts';

const openTable = (text: string) => openFile(text, 'table.csv');

test('a table without edits keeps its text, with any line ends, quotes and blank lines', (t) => {
  const text = 'sku,size,note\nA,M,"one, two"\n\nB,L,"say ""hi"""\n,S,x\n';
  for (const each of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`, text.trimEnd()]) {
    const table = openTable(each);
    t.is(table.toText(), each);
    t.deepEqual(
      table.rows.map(({ line, cells }) => [line, cells['sku'], cells['note']]),
      [
        [2, 'A', 'one, two'],
        [4, 'B', 'say "hi"'],
        [5, '', 'x'],
      ],
    );
  }
});

test('a written table is read back with the same cells, for any cells', (t) => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') });
  // The first cell may be empty too.
  const row = fc.tuple(
    fc.constantFrom('A', ''),
    cell.map((text) => `x${text}`),
  );
  const property = fc.property(fc.array(row, { minLength: 1 }), (rows) => {
    const table = openTable('sku,note\n');
    for (const [sku, note] of rows) table.add({ sku, note });
    const read = openTable(table.toText()).rows.map(({ cells }) => [cells['sku'], cells['note']]);
    t.deepEqual(read, rows);
  });
  fc.assert(property);
});

test('a table with a row that cannot be read is refused, so that no cell is lost', (t) => {
  for (const [row, message] of [
    ['A,M",x,', /^table\.csv:3 cannot be read; /],
    ['A,M,\rB,L,', /^table\.csv:3 cannot be read; /],
    ['A,"open,', /^table\.csv:3 cannot be read; /],
    ['A,24,50,', /^table\.csv:3 has 4 cells for 3 columns; /],
    ['A', /^table\.csv:3 has 1 cell for 3 columns; /],
  ] as const) {
    const open = () => openTable(`sku,price,from\nB,2.00,\n${row}\nC,3.00,\n`);
    t.throws(open, { instanceOf: ExpectedError, message }, row);
  }
});

test('a JSON member is written after the named one, in the layout of the file', (t) => {
  for (const [indent, end] of [
    ['\t', '\r\n'],
    ['    ', '\n'],
  ] as const) {
    const lines = [`${indent}"sku": "A",`, `${indent}"sizes": ["S",   "M"]`];
    const own = [`${indent}"note": {`, `${indent}${indent}"en": "Soft"`, `${indent}},`];
    const before = ['{', ...lines, '}', ''].join(end);
    const [sku = '', sizes = ''] = lines;
    const edited = editJson(before, [{ path: ['note', 'en'], value: 'Soft', after: 'sku' }]);
    t.is(editJson(edited, [{ path: ['note'], value: undefined }]), before);
    const member = { path: ['note'], value: { en: 'Soft' }, after: 'sku' };
    t.is(editJson(before, [member]), ['{', sku, ...own, sizes, '}', ''].join(end));
    t.is(editJson(before, [{ path: ['sku'], value: 'B' }]), before.replace('"A"', '"B"'));
  }
});

test('a JSON object that is on one line stays on it', (t) => {
  const black = '"black": { "name":  { "en": "Black" },  "swatches": ["#000000"] }';
  const text = `{\n  "colors": {\n    ${black}\n  }\n}\n`;
  const path = ['colors', 'black'];
  const edited = editJson(text, [
    { path: [...path, 'name', 'fr'], value: 'Noir' },
    { path: [...path, 'swatches'], value: ['#000000', '#111111'] },
    { path: [...path, 'families'], value: { main: ['black'] }, after: 'name' },
  ]);
  const added = '"name":  { "en": "Black", "fr": "Noir" }, "families": { "main": ["black"] },';
  const own = black.replace('"name":  { "en": "Black" },', added);
  t.is(edited, text.replace(black, own.replace('"#000000"', '"#000000", "#111111"')));
});

test('a JSON member that is added and removed again leaves the text as it was', (t) => {
  const names = fc.constantFrom('a', 'b', 'c');
  const { tree: value } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, fc.string(), fc.array(fc.nat()), tie('object')),
    object: fc.dictionary(names, tie('tree')),
  }));
  const object = fc.record({ b: value, a: fc.dictionary(names, value), c: value });
  const layout = fc.constantFrom(undefined, 2, '\t');
  const property = fc.property(object, layout, value, names, (content, space, added, after) => {
    const text = JSON.stringify(content, undefined, space);
    const path = ['a', 'new'];
    const edited = editJson(text, [{ path, value: added, after }]);
    t.deepEqual(JSON.parse(edited), { ...content, a: { ...content.a, new: added } });
    t.is(editJson(edited, [{ path, value: undefined }]), text);
  });
  fc.assert(property);
});
