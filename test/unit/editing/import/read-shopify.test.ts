/** Products read from the rows of a Shopify export. */
import test from 'ava';
import { shopify } from '../../../../editing/import/shopify/read-shopify.ts';
import { readStyles } from './read-table.ts';

const tee = { Handle: 'tee', Title: 'Tee', 'Variant Price': '10.00', 'Variant SKU': 'T-1' };
const readOne = async (row: Readonly<Record<string, string>>) =>
  (await readStyles(shopify, [{ ...tee, ...row }])).styles[0];

test('a row without a handle belongs to the product before it, unless the row has a title', async (t) => {
  const { styles, report } = await readStyles(shopify, [
    tee,
    { 'Variant SKU': 'T-2', 'Variant Price': '10.00' },
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
    ['active', 'FAUX', true],
    ['active', 'Non', true],
    ['active', 'Oui', false],
    ['active', 'soon', true],
    ['unlisted', '', true],
  ] as const) {
    const style = await readOne({ Status: status, Published: published });
    t.is(style?.isDraft, isDraft, `${status} ${published}`);
  }
});

test('the audience is derived from the age group, otherwise from the gender, otherwise from the tags', async (t) => {
  const [age, gender] = ['Google Shopping / Age Group', 'Google Shopping / Gender'];
  const all = { [age]: 'Kids', [gender]: 'male', Tags: 'women' };
  t.deepEqual((await readOne(all))?.audience, ['kids']);
  t.deepEqual((await readOne({ ...all, [age]: 'adult' }))?.audience, ['male']);
  t.deepEqual((await readOne({ Tags: 'women, "new"' }))?.audience, ['women', 'new']);
});

test('pictures are sorted by position, and those without a position are last', async (t) => {
  const pictureOf = (name: string, position: string) => ({
    ...{ Handle: 'tee', 'Image Src': `https://img.example.com/${name}.jpg` },
    'Image Position': position,
  });
  const rows = [tee, pictureOf('last', ''), pictureOf('b', '10'), pictureOf('a', '2')];
  const { styles } = await readStyles(shopify, rows);
  t.deepEqual(
    styles[0]?.pictures.map(({ url }) => url.slice(24)),
    ['a.jpg', 'b.jpg', 'last.jpg'],
  );
  t.is(styles[0]?.variants.length, 1);
});

test('the currency is that of the only home market: the one that is included and has no price column', async (t) => {
  const [canada, states] = ['Included / Canada', 'Included / United States'];
  const [inCanada, inStates] = ['Price / Canada', 'Price / United States'];
  for (const [columns, currency] of [
    [[states, canada, inCanada], 'USD'],
    [[canada, states, inStates], 'CAD'],
    [[canada, 'Included / International', 'Price / International'], 'CAD'],
    [[states, canada], undefined],
    [[canada, inCanada], undefined],
    [[inCanada], undefined],
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
