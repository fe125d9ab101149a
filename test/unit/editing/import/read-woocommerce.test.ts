/** Products read from the rows of a WooCommerce export. */
import test from 'ava';
import { wooCommerce } from '../../../../editing/import/woocommerce/read-woocommerce.ts';
import { readStyles } from './read-table.ts';

type Row = Readonly<Record<string, string>>;

const tee = { ID: '1', Type: 'simple', SKU: 'TEE-1', Name: 'Tee', Published: '1' };
const readOne = async (row: Row) =>
  (await readStyles(wooCommerce, [{ ...tee, 'Regular price': '10', ...row }])).styles[0];

const parent = { ...tee, Type: 'variable' };
const variation = (row: Row): Row => ({
  ...{ Type: 'variation', Parent: 'tee-1', Published: '1', 'Regular price': '10' },
  ...row,
});
const variantsOf = async (...rows: readonly Row[]) => {
  const { styles, report } = await readStyles(wooCommerce, rows);
  return { codes: styles.flatMap(({ variants }) => variants.map(({ code }) => code)), report };
};

test('an unpublished variation of a published product is left out', async (t) => {
  const rows = [variation({ SKU: 'A' }), variation({ SKU: 'B', Published: '0' })];
  const { codes, report } = await variantsOf(parent, ...rows);
  t.deepEqual(codes, ['A']);
  t.regex(report, /variations that are not published: 1 \(B\)/);
  const draft = await variantsOf({ ...parent, Published: '0' }, ...rows);
  t.deepEqual(draft.codes, ['A', 'B']);
});

test('a variation names its product by SKU, or by id with or without a space', async (t) => {
  const parents = ['TEE-1', 'id:1', 'id: 1', 'ID:1'];
  const rows = parents.map((name, at) => variation({ SKU: `V${at}`, Parent: name }));
  t.deepEqual((await variantsOf(parent, ...rows)).codes, ['V0', 'V1', 'V2', 'V3']);
});

test('the category is the last name of the longest path, or of the first such path, and never “Uncategorized”', async (t) => {
  for (const [paths, source] of [
    ['New, Clothing > Men > Tees, Sale > Summer > Shirts', 'Tees'],
    ['Uncategorized, Tees', 'Tees'],
    ['Non classé', undefined],
  ] as const) {
    const style = await readOne({ Categories: paths });
    t.deepEqual(style?.category, source === undefined ? {} : { source }, paths);
  }
});

test('a product that is not published is a draft', async (t) => {
  for (const [published, isDraft] of [
    ['1', false],
    ['0', true],
    ['-1', true],
    ['VRAI', false],
    ['FAUX', true],
    ['perhaps', true],
  ] as const) {
    t.is((await readOne({ Published: published }))?.isDraft, isDraft, published);
  }
});

test('a sale has the days in its cells, whose time is removed', async (t) => {
  const [from, until] = ['Date sale price starts', 'Date sale price ends'];
  const sale = { 'Sale price': '8' };
  const pricesOf = async (row: Row) => (await readOne(row))?.variants[0]?.prices.source;
  t.deepEqual(await pricesOf(sale), {
    ...{ price: '10', sale: { price: '8', from: '', until: '' } },
  });
  t.deepEqual(await pricesOf({ ...sale, [from]: '2026-12-01T00:00:00' }), {
    ...{ price: '10', sale: { price: '8', from: '2026-12-01', until: '' } },
  });
  t.deepEqual(await pricesOf({ ...sale, [until]: '2026-12-31 23:59' }), {
    ...{ price: '10', sale: { price: '8', from: '', until: '2026-12-31' } },
  });
  t.deepEqual(await pricesOf({ ...sale, 'Regular price': '' }), { price: '8' });
});

test('stock of a whole product or of several variants is not assigned to a variant', async (t) => {
  const sizes = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M' };
  const stockOf = async (...rows: readonly Row[]) =>
    (await readStyles(wooCommerce, rows)).styles.flatMap(({ variants }) =>
      variants.map(({ stock }) => stock.map(({ quantity }) => quantity).join()),
    );
  t.deepEqual(await stockOf(parent, variation({ Stock: '7' })), ['7']);
  t.deepEqual(await stockOf(parent, variation({ Stock: 'parent', 'In stock?': '1' })), ['']);
  t.deepEqual(await stockOf(parent, variation({ Stock: 'parent', 'In stock?': '0' })), ['0']);
  t.deepEqual(await stockOf({ ...tee, ...sizes, Stock: '9', 'Regular price': '10' }), ['', '']);
});
