import test from 'ava';
import { priceStyles } from '../../../editing/import/magento/prices.ts';
import { toStyles } from '../../../editing/import/magento/styles.ts';
import {
  convert,
  discount,
  formatCents,
  parseRate,
  percentOf,
  toCents,
} from '../../../editing/import/money.ts';
import { createReport } from '../../../editing/import/report.ts';
import { parseLines } from './import-run.ts';

const header =
  'sku,product_type,categories,name,description,price,special_price,special_price_from_date,special_price_to_date,additional_attributes,qty,is_in_stock,configurable_variations';
const today = new Date('2024-05-10T12:00:00Z');

/** Prices a style of one variant, given the price cells of both. */
function price(styleCells: string, variantCells = ',,,', report = createReport()) {
  const rows = [
    `A1,configurable,,Tee,,${styleCells},,0,1,"sku=A1-M,size=M,color=Red"`,
    `A1-M,simple,,Tee,,${variantCells},,5,1,`,
  ];
  const { products } = parseLines([header, ...rows]);
  return priceStyles(toStyles(products, report), today, report)[0]?.price;
}

test('a price is read to the cent, halves up', (t) => {
  t.is(toCents('52'), 5200);
  t.is(toCents('52.5000'), 5250);
  t.is(toCents('1.005'), 101);
  t.is(toCents('19.999'), 2000);
  t.is(toCents('1,052.50'), 105250);
});

test('a share or a converted price is at least a cent, and nothing of nothing', (t) => {
  t.is(percentOf(1, 10), 1);
  t.is(percentOf(0, 10), 0);
  t.is(percentOf(2450, 70), 1715);
  t.is(percentOf(2451, 50), 1226);
  t.is(convert(1, 'CAD', 'USD', parseRate('3')), 1);
});

test('an empty, zero, negative or invalid price counts as missing', (t) => {
  for (const text of ['', '0', '0.0000', '-5', 'free', '1.2.3', '39,99'])
    t.is(toCents(text), undefined, text);
});

test('a rate converts both ways without floats', (t) => {
  const rate = parseRate('1.37');
  t.is(convert(5200, 'USD', 'CAD', rate), 7124);
  t.is(convert(4850, 'USD', 'CAD', rate), 6645);
  t.is(convert(7124, 'CAD', 'USD', rate), 5200);
  t.is(convert(5200, 'USD', 'USD', rate), 5200);
});

test('a discount rounds halves up and leaves a cent', (t) => {
  t.is(discount(2000, 38), 1240);
  t.is(discount(25, 34), 17);
  t.is(discount(1, 46), 1);
});

test('cents are written with two decimals', (t) => {
  t.is(formatCents(5), '0.05');
  t.is(formatCents(5200), '52.00');
});

test('a special price below the price is a markdown', (t) => {
  t.deepEqual(price('40,30,,'), { current: 3000, regular: 4000 });
  t.deepEqual(price('40,40,,'), { current: 4000, regular: undefined });
  t.deepEqual(price('40,50,,'), { current: 4000, regular: undefined });
});

test('a special price is valid from its first to its last day', (t) => {
  t.is(price('40,30,2024-05-01,2024-05-10')?.current, 3000);
  t.is(price('40,30,,2024-05-08')?.current, 4000);
  t.is(price('40,30,2024-06-01,')?.current, 4000);
  t.is(price('40,30,some day,')?.current, 4000);
});

test('a style without a price has that of its variant, with its markdown', (t) => {
  t.deepEqual(price('0,,,', '25,20,,'), { current: 2000, regular: 2500 });
});

test('a style without any price is left out', (t) => {
  t.is(price(',,,', '0,,,'), undefined);
});

test('an unreadable special price is left out and reported', (t) => {
  const report = createReport();
  t.deepEqual(price('40,"39,99",,', ',,,', report), { current: 4000, regular: undefined });
  t.regex(report.toText(), /Left out:\n {2}unreadable special prices: 1 \(A1\)/);
});

test('a missing special price is not reported as unreadable', (t) => {
  const report = createReport();
  for (const cells of ['40,,,', '40,0.0000,,', '40,"1,030.50",,']) price(cells, ',,,', report);
  t.notRegex(report.toText(), /unreadable/);
});
