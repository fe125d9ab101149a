import test from 'ava';
import { toStyles } from '../../../editing/import/magento/styles.ts';
import { toInventoryRows } from '../../../editing/import/magento/table-rows.ts';
import { createReport } from '../../../editing/import/report.ts';
import { normalizeSize, sortSizes } from '../../../editing/import/sizes.ts';
import { parseLines } from './import-run.ts';

const header =
  'sku,product_type,categories,name,description,price,additional_attributes,qty,is_in_stock,product_online,configurable_variations';

const configurable = (sku: string, variations = '', online = 1) =>
  `${sku},configurable,,Tee,,10,,0,1,${online},"${variations}"`;
const simple = (sku: string, attributes: string, stock = '5,1') =>
  `${sku},simple,,Tee,,10,"${attributes}",${stock},1,`;

/** Groups rows into styles, each described by its SKU and its variants. */
function group(...rows: readonly string[]) {
  const { products } = parseLines([header, ...rows]);
  const report = createReport();
  const styles = toStyles(products, report);
  const grouped = styles.map(({ product, variants }) => [
    product.sku,
    ...variants.map(({ color, size }) => `${color} ${size}`),
  ]);
  return { styles, grouped, report };
}

test('a style has each variant that it names once, in its order', (t) => {
  const { styles, grouped, report } = group(
    simple('A1-M', 'size=M,color=Red'),
    simple('A1-S', 'size=S,color=Red'),
    configurable('A1', 'sku=A1-S,size=S|sku=a1-m,size=M|sku=A1-S,size=S'),
  );
  t.deepEqual(grouped, [['A1', 'Red S', 'Red M']]);
  t.deepEqual(
    toInventoryRows(styles, report).map(({ quantity }) => quantity),
    ['5', '5'],
  );
});

test('a style without named variants has those whose SKU begins with its own', (t) => {
  const { grouped } = group(
    configurable('A1'),
    configurable('A1-B'),
    simple('A1-B-M', 'size=M,color=Red'),
    simple('A1_S', 'size=S,color=Red'),
    simple('A10-S', 'size=S,color=Red'),
  );
  t.deepEqual(grouped, [
    ['A1', 'Red S'],
    ['A1-B', 'Red M'],
    ['A10-S', 'Red S'],
  ]);
});

test('variants of a style that is left out do not become styles', (t) => {
  const { grouped } = group(simple('A1-M', 'size=M'), configurable('A1', 'sku=A1-M,size=M', 2));
  t.deepEqual(grouped, []);
});

test('a variant keeps its own colour if its style names another', (t) => {
  const { grouped, report } = group(
    simple('A1-M', 'size=M,color=Red'),
    configurable('A1', 'sku=A1-M,size=M,color=Green'),
  );
  t.deepEqual(grouped, [['A1', 'Red M']]);
  t.regex(report.toText(), /variants with another colour in their style’s row.*: 1 \(A1-M\)/);
});

test('a variant without colour or size gets a default one, and is reported', (t) => {
  const { grouped, report } = group(simple('A1-X', ''), configurable('A1', 'sku=A1-X'));
  t.deepEqual(grouped, [['A1', 'As shown OSFA']]);
  t.regex(report.toText(), /variants without a colour: As shown: 1 \(A1-X\)/);
});

test('stock is read like money; unreadable stock is left out and reported', (t) => {
  const { styles, report } = group(
    configurable('A1'),
    simple('A1-S', 'size=S,color=Red', '"1,250.0000",1'),
    simple('A1-M', 'size=M,color=Red', '"1.250,0000",1'),
    simple('A1-L', 'size=L,color=Red', 'many,0'),
    simple('A1-XL', 'size=XL,color=Red', '-3.0000,1'),
    simple('A1-XXL', 'size=2XL,color=Red', ',1'),
  );
  t.deepEqual(
    toInventoryRows(styles, report).map(({ size, quantity }) => `${size} ${quantity}`),
    ['S 1250', 'L 0', 'XL 0', '2XL 0'],
  );
  const text = report.toText();
  t.regex(text, /Left out:\n {2}unreadable stock: 1 \(A1-M\)/);
  t.regex(text, /variants that are out of stock: 3 \(A1-L, A1-XL, A1-XXL\)/);
});

test('spellings of one size become one name', (t) => {
  for (const spelling of ['2XL', 'XXL', 'xxl', 'XX-Large', 'XXLARGE', '2X', '2 XL']) {
    t.is(normalizeSize(spelling), '2XL', spelling);
  }
  t.is(normalizeSize('XLARGE'), 'XL');
  t.is(normalizeSize('Extra Small'), 'XS');
  t.is(normalizeSize('One Size'), 'OSFA');
  t.is(normalizeSize('O/S'), 'OSFA');
  t.is(normalizeSize('S-M'), 'S/M');
});

test('a waist size and an unknown size keep their own name', (t) => {
  t.is(normalizeSize(' 32 '), '32');
  t.is(normalizeSize('32x34'), '32X34');
  t.is(normalizeSize('7 1/2'), '7-1/2');
});

test('sizes are sorted: letters, waists, declared ones, one size', (t) => {
  const sizes = ['OSFA', '32', 'TALL', 'XL', 'SHORT', 'S', '28', '2XL', 'S'];
  t.deepEqual(sortSizes(sizes, ['Tall', 'Short']), [
    'S',
    'XL',
    '2XL',
    '28',
    '32',
    'TALL',
    'SHORT',
    'OSFA',
  ]);
});
