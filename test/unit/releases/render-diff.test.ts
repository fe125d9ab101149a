import test from 'ava';
import type { ReleaseDiff } from '../../../releases/diff/release-diff.ts';
import { renderDiff } from '../../../releases/diff/render-diff.ts';

const price = { sku: 'TEE-1', currency: 'CAD', kind: 'price' } as const;

const diff: ReleaseDiff = {
  before: 'aaaaaaaaaaaaaaaa',
  after: 'bbbbbbbbbbbbbbbb',
  facts: [{ path: 'baseTier', before: 'A3', after: 'A1' }],
  products: { before: 5, after: 5, added: ['NEW-1'], removed: ['OLD-1'] },
  locales: [
    { locale: 'en-US', before: 4, after: 3, added: [], removed: ['BAG-5', 'OLD-1'] },
    { locale: 'fr-CA', before: 4, after: 4, added: [], removed: [] },
  ],
  prices: [
    { ...price, list: 'msrp', minQuantity: 12, before: 20, after: 21, percent: 5 },
    { ...price, list: 'A3', minQuantity: 48, before: 18, after: null, percent: null },
    {
      ...price,
      list: 'A3',
      kind: 'surcharge',
      size: '2XL',
      before: null,
      after: 2.5,
      percent: null,
    },
  ],
  texts: [
    { sku: 'TEE-1', locale: 'fr-CA', path: 'note', before: 'Un\n|mot|', after: '<b>@bob</b>' },
  ],
  others: [],
  stock: {
    before: 200,
    after: 150,
    products: [{ sku: 'TEE-1', before: 100, after: 50, variants: 1 }],
  },
  lists: [{ locale: 'en-CA', coding: 'br', before: 1000, after: 1100 }],
  files: { added: [], removed: [], changed: ['public/openapi.json'] },
};

test('the text format has a line for each section and an aligned line for each change', (t) => {
  t.is(
    renderDiff(diff, 'text', 50),
    `release aaaaaaaaaaaaaaaa → bbbbbbbbbbbbbbbb

Products: 5 → 5
  -  OLD-1
  +  NEW-1

Locales
  en-US  4 → 3
  en-US  -      BAG-5

Prices: 3 changed
  TEE-1  CAD  msrp  from 12        20.00 → 21.00  +5.0 %
  TEE-1  CAD  A3    from 48        18.00 → none
  TEE-1  CAD  A3    surcharge 2XL  none → 2.50

Text fr-CA: 1 changed
  TEE-1  note  "Un |mot|"  "<b>@bob</b>"

Stock: 200 → 150 pieces, -50 (-25.0 %)
  TEE-1  100 → 50  -50 (-50.0 %)  1 variant

Lists
  en-CA  br  1000 → 1100  +100 (+10.0 %)

Other files: 1 changed
  ~  public/openapi.json

Release
  baseTier  "A3"  "A1"
`,
  );
});

test('the Markdown format has a table for each section, and escapes texts of editors', (t) => {
  const lines = renderDiff(diff, 'markdown', 50).split('\n');
  t.is(lines[0], '## Catalogue: `aaaaaaaaaaaaaaaa` → `bbbbbbbbbbbbbbbb`');
  const begin = lines.indexOf('### Prices: 3 changed');
  t.deepEqual(lines.slice(begin + 1, begin + 5), [
    '',
    '| SKU | Currency | List | What | Price | Change |',
    '| --- | --- | --- | --- | --- | --- |',
    '| TEE-1 | CAD | msrp | from 12 | 20.00 → 21.00 | +5.0 % |',
  ]);
  const text = '| TEE-1 | note | "Un &#124;mot&#124;" | "&#60;b&#62;&#64;bob&#60;/b&#62;" |';
  t.true(lines.includes(text));
  for (const line of lines.filter((each) => each.startsWith('|'))) {
    t.regex(line, /^\|(?: [^|]* \|)+$/);
  }
});

test('rows beyond the limit are counted in text and Markdown, and complete in JSON', (t) => {
  t.regex(
    renderDiff(diff, 'text', 1),
    /21\.00 {2}\+5\.0 %\n {2}… and 2 more; --limit 3 shows them\n/,
  );
  t.regex(renderDiff(diff, 'markdown', 1), /\+5\.0 % \|\n\n… and 2 more\.\n/);
  t.deepEqual(JSON.parse(renderDiff(diff, 'json', 1)) as unknown, diff);
});
