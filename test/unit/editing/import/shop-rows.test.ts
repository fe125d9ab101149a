/** Products read from single rows of exports of Shopify and WooCommerce. */
import test from 'ava';
import { shopify } from '../../../../editing/import/shopify/read-shopify.ts';
import { wooCommerce } from '../../../../editing/import/woocommerce/read-woocommerce.ts';
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

test('a product that is not active or not published is a draft', async (t) => {
  for (const [status, published, isDraft] of [
    ['active', 'true', false],
    ['', '', false],
    ['draft', 'true', true],
    ['Active', 'FALSE', true],
    ['active', 'Non', true],
    ['active', 'Oui', false],
    ['active', 'soon', true],
    ['unlisted', '', true],
  ] as const) {
    const style = await readTee({ Status: status, Published: published });
    t.is(style?.isDraft, isDraft, `${status} ${published}`);
  }
  for (const published of ['0', '-1', 'FAUX', 'perhaps']) {
    t.true((await readWooTee({ Published: published }))?.isDraft, published);
  }
  for (const published of ['1', 'VRAI']) {
    t.false((await readWooTee({ Published: published }))?.isDraft, published);
  }
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
  const [inCanada, inStates] = ['Price / Canada', 'Price / United States'];
  for (const [columns, currency] of [
    [[states, canada, inCanada], 'USD'],
    [[canada, states, inStates], 'CAD'],
    [[canada, 'Included / International', 'Price / International'], 'CAD'],
    [[states, canada], undefined],
    [[canada, inCanada], undefined],
  ] as const) {
    const cells = Object.fromEntries(columns.map((name) => [name, '']));
    const { hints } = await readStyles(shopify, [{ ...tee, ...cells }]);
    t.is(hints.currency, currency, columns.join());
  }
});

test('a product is not sold in the markets whose cell in its first row means no', async (t) => {
  const rowOf = (states: string, canada: string) => ({
    ...{ 'Included / United States': states, 'Included / Canada': canada },
  });
  for (const [states, canada, excluded] of [
    ['true', '', []],
    ['true', 'false', ['CAD']],
    ['Non', 'VRAI', ['USD']],
    ['0', 'soon', ['CAD', 'USD']],
  ] as const) {
    const rows = [
      { ...tee, ...rowOf(states, canada) },
      { Handle: 'tee', ...rowOf('', '') },
    ];
    const { styles } = await readStyles(shopify, rows);
    t.deepEqual(styles[0]?.notSoldIn, excluded, `${states} ${canada}`);
  }
});

test('a variation names its product by SKU or id, and is left out if not published', async (t) => {
  const parents = ['TEE-1', 'id:1', 'id: 1', 'ID:1'];
  const rows = parents.map((name, at) => variation({ SKU: `V${at}`, Parent: name }));
  const last = variation({ SKU: 'B', Published: '0' });
  const codesOf = async (product: Row) => {
    const { styles, report } = await readStyles(wooCommerce, [product, ...rows, last]);
    return [styles[0]?.variants.map(({ code }) => code).join(), report];
  };
  const [codes, report] = await codesOf(parent);
  t.is(codes, 'V0,V1,V2,V3');
  t.regex(report ?? '', /variations that are not published: 1 \(B\)/);
  t.is((await codesOf({ ...parent, Published: '0' }))[0], 'V0,V1,V2,V3,B', 'a draft');
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

test('a sale of WooCommerce has the days in its cells, without their time', async (t) => {
  const [from, until] = ['Date sale price starts', 'Date sale price ends'];
  const days = { [from]: '2026-12-01T00:00:00', [until]: '2026-12-31 23:59' };
  const style = await readWooTee({ 'Sale price': '8', ...days });
  const sale = { price: '8', from: '2026-12-01', until: '2026-12-31' };
  t.deepEqual(style?.variants[0]?.prices.source, { price: '10', sale });
});

test('stock of a whole product is not assigned to its variants', async (t) => {
  const sizes = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M' };
  const stockOf = async (...rows: readonly Row[]) =>
    (await readStyles(wooCommerce, rows)).styles.flatMap(({ variants }) =>
      variants.map(({ stock }) => stock.map(({ quantity }) => quantity).join()),
    );
  t.deepEqual(await stockOf(parent, variation({ Stock: '7' })), ['7']);
  t.deepEqual(await stockOf(parent, variation({ Stock: 'parent', 'In stock?': '1' })), ['']);
  t.deepEqual(await stockOf(parent, variation({ Stock: 'parent', 'In stock?': '0' })), ['0']);
  t.deepEqual(await stockOf({ ...wooTee, ...sizes, Stock: '9' }), ['', '']);
});
