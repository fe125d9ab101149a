/**
 * The prices that an import writes from the neutral table, the common format of all import
 * sources.
 */
import test from 'ava';
import type { NeutralPrice } from '../../../../editing/import/neutral.ts';
import type { KnownOptions } from '../../../../editing/import/options/import-options.ts';
import { importStyles, type Style } from './import-styles.ts';

test('a size has its most frequent price, and a surcharge if it costs more', (t) => {
  const rows = ['Navy M 10.00', 'White M 10.00', 'Red M 12.00', 'Navy L 10.00', 'Navy XL 11.50'];
  const variants = rows.map((row) => {
    const [color = '', size = '', price = ''] = row.split(' ');
    return { color, size, price: { price } };
  });
  const { msrp, surcharges = [], cells } = importStyles([{ variants }]);
  t.deepEqual(cells(msrp, 'price', 'regularPrice'), ['10.00']);
  t.deepEqual(cells(surcharges, 'size', 'list', 'surcharge'), ['XL msrp 1.50', 'XL A1 0.75']);
});

test('a price in another currency than its column is left out, with the reason', (t) => {
  const priced = (...prices: readonly string[]) =>
    prices.map((price, at) => ({ code: `A${at}`, variants: [{ price: { price } }] }));
  const known: KnownOptions = { currency: 'CAD', markets: ['CA'] };
  const styles = priced('24,50 $ CA', '24,50 $', '24,50 $ US', '24,50 €');
  const { msrp, cells, report, leftOut } = importStyles(styles, known);
  t.deepEqual(cells(msrp, 'sku', 'price'), ['A0 24.50', 'A1 24.50']);
  t.regex(report, /prices in another currency: 2 /);
  t.regex(leftOut, /"24,50 \$ US"+ is in USD, its column in CAD; correct the price, or /);
});

test('a price of 0 and a negative price are left out and listed', (t) => {
  const priced = ['0.00', '-5', '', '4.00'].map((price, at) => {
    return { code: `A${at}`, variants: [{ price: { price } }] };
  });
  const { msrp, cells, report } = importStyles(priced, { currency: 'CAD', markets: ['CA'] });
  t.deepEqual(cells(msrp, 'sku', 'price'), ['A3 4.00']);
  t.regex(report, /prices of 0: 1 \(A0 /);
  t.regex(report, /prices below 0: 1 \(A1 /);
});

test('a compare-at price is used only if it is higher; a lower one is listed', (t) => {
  const pricesOf = (compareAt: string) => {
    const { msrp, net, cells, report } = importStyles([
      { variants: [{ price: { price: '10.00', compareAt } }] },
    ]);
    const isListed = report.includes('compare-at prices below the price: 1 (TEE-1 navy M)');
    t.is(isListed, compareAt === '9.00', report);
    return [msrp, net.get('A1') ?? []].flatMap((rows) => cells(rows, 'price', 'regularPrice'));
  };
  t.deepEqual(pricesOf('0.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('9.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('10.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('15.00'), ['10.00 15.00', '5.00 7.50']);
});

test('a sale may have no first or no last day, and is valid on its last day', (t) => {
  const rowsOf = (sale: NeutralPrice['sale']) => {
    const { msrp, cells } = importStyles([
      { variants: [{ price: { price: '10.00', ...(sale && { sale }) } }] },
    ]);
    return cells(msrp, 'price', 'regularPrice', 'from', 'until').map((line) =>
      line.replaceAll(/ +/g, ' '),
    );
  };
  const price = '8.00';
  t.deepEqual(rowsOf({ price, from: '', until: '2024-05-10' }), [
    '8.00 10.00 2024-05-10',
    '10.00 2024-05-11',
  ]);
  t.deepEqual(rowsOf({ price, from: '2024-06-01', until: '' }), [
    '10.00 2024-05-31',
    '8.00 10.00 2024-06-01',
  ]);
  t.deepEqual(rowsOf({ price, from: '', until: '2024-05-09' }), ['10.00']);
});

const kinds = [
  ['sale', { sale: { price: '8.00', from: '2024-06-01', until: '' } }, ['10.00', '8.00 10.00']],
  ['compare-at', { compareAt: '15.00' }, ['10.00 15.00']],
] as const;

for (const [kind, marked, prices] of kinds) {
  test(`a ${kind} price is imported if most variants have it; others are listed`, (t) => {
    for (const [isMarked, expected] of [
      [[true, false, false], ['10.00']],
      [[true, true, false], prices],
    ] as const) {
      const variants = isMarked.map((is, at) => ({
        color: ['Navy', 'White', 'Red'][at] ?? '',
        price: { price: '10.00', ...(is && marked) },
      }));
      const { msrp, cells, report } = importStyles([{ variants }]);
      t.deepEqual(cells(msrp, 'price', 'regularPrice'), expected);
      t.regex(report, new RegExp(`${kind} prices of a colour or size: 1 `));
    }
  });
}

const january = { from: '2027-01-01', until: '2027-01-31' };

/** Returns a variant with a price, and with a lower one in January 2027 if `sale` is not empty. */
const onSale = (color: string, size: string, price: string, sale: string, days = january) => ({
  ...{ color, size },
  price: { price, ...(sale !== '' && { sale: { price: sale, ...days } }) },
});

test('the markdown of a size that costs more is compared without its surcharge', (t) => {
  const compared = (size: string, price: string, compareAt: string) => ({
    ...{ size, price: { price, compareAt } },
  });
  for (const variants of [
    [onSale('Navy', 'S', '20.00', '15.00'), onSale('Navy', '2XL', '25.00', '20.00')],
    [compared('S', '15.00', '20.00'), compared('2XL', '20.00', '25.00')],
  ]) {
    const { msrp, surcharges = [], cells, report } = importStyles([{ variants }]);
    t.true(cells(msrp, 'price', 'regularPrice').includes('15.00 20.00'));
    t.deepEqual(cells(surcharges, 'list', 'surcharge'), ['msrp 5.00', 'A1 2.50']);
    t.notRegex(report, /prices of a colour or size/);
  }
  const variants = [onSale('Navy', 'S', '20.00', '15.00'), onSale('Navy', '2XL', '25.00', '19.00')];
  const { msrp, cells, leftOut } = importStyles([{ variants }]);
  t.true(cells(msrp, 'price', 'regularPrice').includes('15.00 20.00'));
  t.regex(leftOut, /TEE-1 navy 2XL,"?USD: 19\.00 from .*; it gets 20\.00 from /);
});

test('the exchange rate converts only prices that the source lacks', (t) => {
  const prices = { USD: { price: '10.00' } };
  const both = { USD: { price: '10.00' }, CAD: { price: '13.00' } };
  const { msrp, cells } = importStyles(
    [
      { code: 'B', variants: [{ prices }] },
      { code: 'A', variants: [{ prices: both }] },
    ],
    { markets: ['CA', 'US'], rate: 1.4 },
  );
  t.deepEqual(cells(msrp, 'sku', 'currency', 'price'), [
    ...['A CAD 13.00', 'A USD 10.00'],
    ...['B CAD 14.00', 'B USD 10.00'],
  ]);
});

test('a style is not sold in a currency in which one of its sizes has no price', (t) => {
  const both = { CAD: { price: '24.50' }, USD: { price: '18.00' } };
  const [inUsd, large] = [{ USD: both.USD }, { USD: { price: '22.00' } }];
  const styles: Style[] = [
    {
      variants: [
        ...[
          { size: 'S', prices: both },
          { color: 'Red', size: 'S', prices: inUsd },
        ],
        ...[
          { size: '2XL', prices: large },
          { color: 'Red', size: '2XL', prices: large },
        ],
      ],
    },
  ];
  const { msrp, surcharges = [], products, cells, report, leftOut } = importStyles(styles);
  t.deepEqual(cells(msrp, 'currency', 'price'), ['USD 18.00']);
  t.deepEqual(cells(surcharges, 'currency', 'size', 'list', 'surcharge'), [
    ...['USD 2XL msrp 4.00', 'USD 2XL A1 2.00'],
  ]);
  t.deepEqual(products[0]?.markets, ['US']);
  t.true(
    report.includes('sizes without a price in one currency: 2 (TEE-1 navy 2XL, TEE-1 red 2XL)'),
    report,
  );
  t.regex(leftOut, /TEE-1 has no CAD price of size 2XL, so it is not sold in CAD; /);
});
