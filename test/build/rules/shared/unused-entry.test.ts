import { unusedEntry } from '../../../../build/rules/shared/unused-entry.ts';
import type { ContentFolder } from '../../../helpers/content.ts';
import {
  appending,
  findAfter,
  findInFixture,
  inShort,
  removing,
  replacing,
} from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const tee = 'products/TEE-1.json';
const text = '{ "en": "A", "fr": "B" }';

test('content of which everything is used is fine', async (t) => {
  t.deepEqual(await findInFixture(unusedEntry), []);
});

const entries = [
  ['brands.json', '"brands": {', `"x": { "name": "X", "description": ${text}, "page": true },`],
  ['categories.json', '"categories": {', `"x": { "name": ${text}, "order": 9 },`],
  ['tags.json', '"tags": {', `"x": { "label": ${text}, "rank": "other" },`],
  ['colors.json', '"families": {', `"x": { "name": ${text}, "hex": "#000000" },`],
  ['colors.json', '"colors": {', `"x": { "name": ${text}, "swatches": [], "families": [] },`],
  ['facets.json', '"for": {', `"x": ${text},`],
  ['facets.json', '"inspiration": {', `"x": ${text},`],
  ['facets.json', '"fabrics": {', `"x": ${text},`],
  ['facets.json', '"materials": {', `"X": ${text},`],
  [
    'decorations.json',
    '"decorations": {',
    `"x": { "name": ${text}, "note": ${text}, "icon": "https://x.test/x.svg", "guide": ${text} },`,
  ],
  ['companies.json', '"companies": {', '"x": { "name": "X" },'],
  ['sizes.json', '"sizes": [', '"X",'],
  [
    'size-charts.json',
    '"charts": {',
    `"x": { "label": ${text}, "measures": [${text}], "rows": {} },`,
  ],
] as const;

for (const [file, start, entry] of entries) {
  test(`an entry that nothing uses is a warning: in ${start} of ${file}`, async (t) => {
    const [finding, ...more] = await findAfter(
      t,
      unusedEntry,
      replacing(file, start, `${start} ${entry}`),
    );
    t.deepEqual(more, []);
    t.like(finding, { file, severity: 'warning' });
    t.regex(finding?.message ?? '', / "X"$/i);
  });
}

test('a finding points at the name of the entry and says of what kind it is', async (t) => {
  const edit = replacing('products/BAG-5.json', '"category": "bags"', '"category": "tees"');
  t.deepEqual((await findAfter(t, unusedEntry, edit)).map(inShort), [
    'categories.json:24:5 no product is in the category "bags"',
  ]);
});

test('a size that only a size chart has is not used', async (t) => {
  const findings = await findAfter(
    t,
    unusedEntry,
    replacing('sizes.json', '"OSFA"', '"OSFA", "5XL"'),
    replacing('size-charts.json', '"rows": {', '"rows": { "5XL": [1, 2],'),
  );
  t.deepEqual(findings.map(inShort), ['sizes.json:6:13 no product comes in the size "5XL"']);
});

test('a drawing and an asset that nothing shows are found', async (t) => {
  const adding = (file: string) => (folder: ContentFolder) => folder.write(file, '');
  const findings = await findAfter(
    t,
    unusedEntry,
    adding('drawings/cap-front.svg'),
    adding('assets/icons/old.svg'),
  );
  t.deepEqual(findings.map(inShort), [
    'assets/icons/old.svg no product and no decoration shows this file',
    'drawings/cap-front.svg no product is drawn from this file',
  ]);
});

test('an asset that nothing can name is left to the rule about files that are not read', async (t) => {
  const adding = (folder: ContentFolder) => folder.write('assets/icons/embroidery.svg.gz', '');
  t.deepEqual(await findAfter(t, unusedEntry, adding), []);
});

const lessUse = replacing('products/BAG-5.json', '"category": "bags"', '"category": "tees"');

test('nothing follows from what products lack where one of them was not read as a whole', async (t) => {
  t.deepEqual(await findAfter(t, unusedEntry, lessUse, replacing(tee, '"acme"', '7')), []);
});

test('an entry is not told where a misspelt reference may be meant for it', async (t) => {
  const edits = [
    replacing('products/BAG-5.json', '"category": "bags"', '"category": "bag"'),
    replacing('products/HOOD-2.json', '"drawing": "hoodie"', '"drawing": "hoody"'),
    replacing('decorations.json', 'icons/embroidery.svg', 'icons/embroideri.svg'),
  ];
  t.deepEqual(await findAfter(t, unusedEntry, ...edits), []);
});

test('nothing is said of content without a product', async (t) => {
  const files = ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'].map((sku) => `products/${sku}.json`);
  t.deepEqual(await findAfter(t, unusedEntry, ...files.map(removing)), []);
});

test('nothing is said of families where a colour could not be read', async (t) => {
  const edit = replacing('colors.json', '"#FF0000"', '"red"');
  t.deepEqual(await findAfter(t, unusedEntry, edit), []);
});

test('nothing is said of icons where a decoration could not be read', async (t) => {
  const edit = replacing('decorations.json', '"note": {', '"notes": {');
  t.deepEqual(await findAfter(t, unusedEntry, edit), []);
});

test('nothing is said of companies where a row could not be read', async (t) => {
  const edits = [
    replacing('active-products.csv', 'BAG-5,west-shop\n', ''),
    appending('active-products.csv', 'BAG-5,west-shop,\n'),
  ];
  t.is((await findAfter(t, unusedEntry, ...edits.slice(0, 1))).length, 1);
  t.deepEqual(await findAfter(t, unusedEntry, ...edits), []);
});
