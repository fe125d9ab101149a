/** Products read from single rows of exports of Shopify and WooCommerce. */
import test from 'ava';
import { shopify } from '../../../../editing/import/sources/shopify.ts';
import { wooCommerce } from '../../../../editing/import/sources/woocommerce.ts';
import { readStyles } from './read-table.ts';

type Row = Readonly<Record<string, string>>;

const tee = { Handle: 'tee', Title: 'Tee', 'Variant Price': '10.00', 'Variant SKU': 'T-1' };
const readTee = async (row: Row) => (await readStyles(shopify, [{ ...tee, ...row }])).styles[0];

const wooTee = {
  ...{ ID: '1', Type: 'simple', SKU: 'TEE-1', Name: 'Tee', Published: '1' },
  'Regular price': '10',
};
const readWooTee = async (row: Row) =>
  (await readStyles(wooCommerce, [{ ...wooTee, ...row }])).styles[0];
const parent = { ...wooTee, Type: 'variable' };
const variation = (row: Row): Row => ({ ...wooTee, Type: 'variation', Parent: 'tee-1', ...row });

test('a Shopify row without a handle belongs to the product before it', async (t) => {
  const { styles, report } = await readStyles(shopify, [
    tee,
    { 'Variant SKU': 'T-2', 'Variant Price': '10.00' },
    // A product of its own, because it has a title.
    { Title: 'Cap', 'Variant SKU': 'C-1', 'Variant Price': '5.00' },
    { 'Variant SKU': 'C-2', 'Variant Price': '5.00' },
  ]);
  t.deepEqual(
    styles.map(({ code, variants }) => [code, variants.map((variant) => variant.code)]),
    [['tee', ['T-1', 'T-2']]],
  );
  t.regex(report, /products without a handle: 1 \(Cap\)/);
});

test('what a shop does not show is a draft, with the reason', async (t) => {
  for (const [status, published, hidden] of [
    ['active', 'Oui', undefined],
    ['', '', undefined],
    ['unlisted', '', 'Status unlisted'],
    ['Active', 'FALSE', 'Published FALSE'],
    ['active', 'soon', 'Published soon'],
  ] as const) {
    const style = await readTee({ Status: status, Published: published });
    t.is(style?.hidden, hidden, `${status} ${published}`);
  }
  for (const [published, visibility, hidden] of [
    ['VRAI', 'catalog', undefined],
    ['1', 'search', 'Visibility search'],
    ['-1', 'visible', 'Published -1'],
  ] as const) {
    const row = { Published: published, 'Visibility in catalog': visibility };
    t.is((await readWooTee(row))?.hidden, hidden, `${published} ${visibility}`);
  }
});

test('a quantity that the shop does not track is unknown, and listed', async (t) => {
  const row = { ...tee, 'Variant Inventory Qty': '5', 'Variant Inventory Tracker': '' };
  const { styles, report } = await readStyles(shopify, [row]);
  t.deepEqual(styles[0]?.variants[0]?.stock, []);
  t.regex(report, /quantities that the shop does not track: 1 \(T-1\)/);
});

test('words for a missing value are no category, colour, size or brand', async (t) => {
  for (const word of ['N/A', 'Uncategorized', 'Non classé', 'Default Title']) {
    const options = { 'Option1 Name': 'Color', 'Option1 Value': word, 'Option2 Name': 'Size' };
    const row = { ...options, 'Option2 Value': word, Vendor: word, Type: word };
    const style = await readTee({ ...row, 'Product Category': 'Apparel > Tees' });
    t.deepEqual([style?.brand, style?.variants[0]?.options], ['', []], word);
    t.deepEqual(style?.category, { source: 'Tees' });
    t.deepEqual((await readTee(row))?.category, {});
  }
});

test('a cell in use with a lost or control character is reported, all in one run', async (t) => {
  const { styles, report, leftOut } = await readStyles(shopify, [
    { ...tee, 'Body (HTML)': 'A 16\uFFFD19 string', Vendor: 'A\u0007cme', 'SEO Title': '\uFFFD' },
    { ...tee, Handle: 'cap', Title: 'Cap', 'Body (HTML)': 'Don\uFFFDt', Tags: '\x9D' },
  ]);
  t.deepEqual(
    styles.map(({ long, brand }) => [long.source, brand]),
    [
      ['', 'Acme'],
      ['', ''],
    ],
  );
  t.regex(report, /a lost character, taken as empty: 2 \(line 2, Body \(HTML\): .*, line 3, /);
  t.regex(report, /a control character, taken without it: 2 \(line 2, Vendor: .*, line 3, Tags: /);
  t.is(leftOut.match(/character, taken/g)?.length, 4);
  t.notRegex(report, /SEO Title.*lost/);
});

test('the audience is that of the age group, or of the gender, or of the tags', async (t) => {
  const [age, gender] = ['Google Shopping / Age Group', 'Google Shopping / Gender'];
  const all = { [age]: 'Kids', [gender]: 'male', Tags: 'women' };
  t.deepEqual((await readTee(all))?.audience, ['kids']);
  t.deepEqual((await readTee({ ...all, [age]: 'adult' }))?.audience, ['male']);
  t.deepEqual((await readTee({ Tags: 'women, "new"' }))?.audience, ['women', 'new']);
});

test('pictures of Shopify are sorted by position, those without one last', async (t) => {
  const pictureOf = (name: string, position: string) => ({
    ...{ Handle: 'tee', 'Image Src': `https://img.example.com/${name}.jpg` },
    'Image Position': position,
  });
  const rows = [tee, pictureOf('last', ''), pictureOf('b', '10'), pictureOf('a', '2')];
  const { styles } = await readStyles(shopify, rows);
  const names = styles[0]?.pictures.map(({ url }) => url.slice(24));
  t.deepEqual(names, ['a.jpg', 'b.jpg', 'last.jpg']);
  t.is(styles[0]?.variants.length, 1);
});

test('the currency of a Shopify shop is that of its only home market', async (t) => {
  const [canada, states] = ['Included / Canada', 'Included / United States'];
  const inCanada = 'Price / Canada';
  for (const [columns, currency] of [
    [[states, canada, inCanada], 'USD'],
    [[canada, 'Included / International', 'Price / International'], 'CAD'],
    [[canada, inCanada], undefined],
  ] as const) {
    const cells = Object.fromEntries(columns.map((name) => [name, '']));
    const { hints } = await readStyles(shopify, [{ ...tee, ...cells }]);
    t.is(hints.currency, currency, columns.join());
  }
});

test('a variation names its product by SKU or id, and is left out if not published', async (t) => {
  const rows = ['TEE-1', 'id:1', 'id: 1', 'ID:1'].map((Parent, at) =>
    variation({ SKU: `V${at}`, Parent }),
  );
  rows.push(variation({ SKU: 'B', Published: '0' }));
  for (const [Published, expected] of [
    ['1', 'V0,V1,V2,V3'],
    // A draft.
    ['0', 'V0,V1,V2,V3,B'],
  ] as const) {
    const { styles } = await readStyles(wooCommerce, [{ ...parent, Published }, ...rows]);
    t.is(styles[0]?.variants.map(({ code }) => code).join(), expected);
  }
});

test('downloadable variations are left out, as products are', async (t) => {
  const { styles, report } = await readStyles(wooCommerce, [
    parent,
    variation({ SKU: 'V1' }),
    variation({ SKU: 'V2', Type: 'variation, downloadable, virtual' }),
    { ...wooTee, SKU: 'E1', Type: 'simple, virtual' },
  ]);
  t.deepEqual(
    styles.map(({ variants }) => variants.map(({ code }) => code)),
    [['V1']],
  );
  t.regex(report, /variations of the type downloadable: 1 \(V2\)/);
  t.regex(report, /products of the type virtual: 1 \(E1\)/);
});

test('a header in another language is refused with the names to write', async (t) => {
  const rows = [{ Typ: 'simple', Name: 'Tee', 'Regulärer Preis': '10' }];
  const message = /write the English names: ID; Type; SKU; .*; Regular price; .*Attribute 1 name; /;
  await t.throwsAsync(readStyles(wooCommerce, rows), { message });
  await t.throwsAsync(readStyles(shopify, rows), { message: /in English: Handle, Title, / });
});

test('the category is the last name of the longest path, never “Uncategorized”', async (t) => {
  for (const [paths, category] of [
    ['New, Clothing > Men > Tees, Sale > Summer > Shirts', { source: 'Tees' }],
    ['Uncategorized, Tees', { source: 'Tees' }],
    ['Non classé', {}],
  ] as const) {
    t.deepEqual((await readWooTee({ Categories: paths }))?.category, category, paths);
  }
});
