import test from 'ava';
import fc from 'fast-check';
import { editJson } from '../../../../editing/text/json-text.ts';

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

test('an object that is on one line stays on it', (t) => {
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

test('a member that is added and removed again leaves the text as it was, in any layout', (t) => {
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

test('a member without a value is removed, and the others keep their lines', (t) => {
  const text = '{\n  "sku": "A",\n  "sizes": ["S",  "M"],\n  "draft": true\n}\n';
  const without = (...names: string[]) =>
    editJson(
      text,
      names.map((name) => ({ path: [name], value: undefined })),
    );
  t.is(without('sku'), text.replace('"sku": "A",\n  ', ''));
  t.is(without('draft', 'other'), text.replace(',\n  "draft": true', ''));
  t.is(without('sku', 'sizes', 'draft'), '{}\n');
});
