/**
 * Tests how a repeated import merges three versions of a table: as the last import wrote it
 * (`base`), as editors have changed it since (`current`), and as this import would write it
 * (`next`).
 */
import test from 'ava';
import { mergeTable, type TableMerge } from '../../../../editing/import/again/merge-table.ts';

const stockHeader = 'sku,color,size,quantity';
const priceHeader = 'sku,currency,minQuantity,price,from,until';
const tableOf = (header: string, ...rows: readonly string[]) => [header, ...rows, ''].join('\n');

/**
 * Merges three versions of a table. Returns the result's rows without header (`rows`), its text
 * (`text`), the keys of the rows to which the import does not write its values because editors
 * changed them (`kept`), such as `A navy M`, those of them that the source has changed, too
 * (`conflicts`), and the result of `mergeTable` (`merged`).
 */
function merge(
  file: string,
  [base, current, next]: readonly [string, string, string],
  options: Partial<TableMerge> = {},
) {
  const [kept, conflicts]: [string[], string[]] = [[], []];
  const onKept: TableMerge['onKept'] = (row, isNew) => {
    kept.push(row);
    if (isNew) conflicts.push(row);
  };
  const rest = { accepts: () => true, isGone: () => false, onKept, ...options };
  const merged = mergeTable({ base, current, next }, { file, ...rest });
  const rows = merged.text.trimEnd().split('\n').slice(1);
  return { rows, text: merged.text, kept, conflicts, merged };
}

test('rows that editors changed are kept and listed, and other rows get the new values', (t) => {
  const base = tableOf(stockHeader, 'A,navy,S,1', 'A,navy,M,2', 'A,navy,L,3');
  const current = tableOf(stockHeader, 'A,navy,S,1', 'A,navy,M,9', 'A,navy,L,3', 'A,own,S,4');
  const next = tableOf(stockHeader, 'A,navy,S,7', 'A,navy,M,8', 'A,navy,L,3');
  const { rows, kept } = merge('inventory.csv', [base, current, next]);
  t.deepEqual(rows, ['A,navy,S,7', 'A,navy,M,9', 'A,navy,L,3', 'A,own,S,4']);
  t.deepEqual(kept, ['A navy M']);
});

test('a price that editors ended with a day is kept and listed', (t) => {
  const undated = (price: string) =>
    tableOf('sku,currency,minQuantity,price', `A,CAD,1,${price}`, 'B,CAD,1,9.00');
  const markdown = tableOf(
    priceHeader,
    ...['A,CAD,1,20.00,,2026-11-30', 'A,CAD,1,15.00,2026-12-01,2026-12-15'],
    ...['A,CAD,1,20.00,2026-12-16,', 'B,CAD,1,9.00,,'],
  );
  const { text, kept } = merge('prices/msrp.csv', [undated('20.00'), markdown, undated('25.00')]);
  t.deepEqual([text, kept], [markdown, ['A CAD 1']]);
});

test('a row that editors and the source changed since is a conflict', (t) => {
  const base = tableOf(stockHeader, ...['S', 'M', 'L', 'XL'].map((size) => `A,navy,${size},1`));
  const current = tableOf(stockHeader, 'A,navy,S,5', 'A,navy,M,5');
  const next = base.replace('S,1', 'S,7').replace('L,1', 'L,7');
  const { rows, kept, conflicts } = merge('inventory.csv', [base, current, next]);
  t.deepEqual(rows, ['A,navy,S,5', 'A,navy,M,5']);
  t.deepEqual(kept, ['A navy S', 'A navy M', 'A navy L', 'A navy XL']);
  t.deepEqual(conflicts, ['A navy S', 'A navy L']);
});

test('a new row follows those of its product, and is omitted if it lacks the colour', (t) => {
  const base = tableOf(stockHeader, 'A,navy,S,1', 'B,navy,S,2');
  const next = tableOf(
    ...[stockHeader, 'A,navy,S,1', 'A,navy,M,3', 'A,navy,L,4', 'A,red,S,5', 'B,navy,S,2'],
    'C,navy,S,6',
  );
  const accepts: TableMerge['accepts'] = ({ color }) => color !== 'red';
  const { rows, kept } = merge('inventory.csv', [base, base, next], { accepts });
  t.deepEqual(rows, ['A,navy,S,1', 'A,navy,M,3', 'A,navy,L,4', 'B,navy,S,2', 'C,navy,S,6']);
  t.deepEqual(kept, []);
});

test('stock at two locations, and prices of two periods, are merged as separate rows', (t) => {
  const located = `${stockHeader},location`;
  const stock = merge('inventory.csv', [
    tableOf(located, 'A,navy,S,1,montreal', 'A,navy,S,2,reno'),
    tableOf(located, 'A,navy,S,1,montreal', 'A,navy,S,9,reno'),
    tableOf(located, 'A,navy,S,3,montreal', 'A,navy,S,4,reno'),
  ]);
  t.deepEqual(
    [stock.rows, stock.kept],
    [['A,navy,S,3,montreal', 'A,navy,S,9,reno'], ['A navy S reno']],
  );
  const prices = merge('prices/msrp.csv', [
    tableOf(priceHeader, 'A,CAD,1,10.00,,2026-12-31', 'A,CAD,1,11.00,2027-01-01,'),
    tableOf(priceHeader, 'A,CAD,1,10.00,,2026-12-31', 'A,CAD,1,12.00,2027-01-01,'),
    tableOf(priceHeader, 'A,CAD,1,9.00,,2026-12-31', 'A,CAD,1,11.50,2027-01-01,'),
  ]);
  t.deepEqual(prices.rows, ['A,CAD,1,9.00,,2026-12-31', 'A,CAD,1,12.00,2027-01-01,']);
  t.deepEqual(prices.kept, ['A CAD 1 2027-01-01']);
});

test('rows of a product that the source no longer has are kept until it returns', (t) => {
  const base = tableOf(priceHeader, 'A,CAD,1,10.00,,', 'B,CAD,1,20.00,,2026-12-31');
  const next = tableOf('sku,currency,minQuantity,price', 'A,CAD,1,10.00');
  const isGone = (sku: string) => sku === 'B';
  const { rows, merged } = merge('prices/msrp.csv', [base, base, next], { isGone });
  t.deepEqual(rows, ['A,CAD,1,10.00,,', 'B,CAD,1,20.00,,2026-12-31']);
  t.true(merged.base.includes('B,CAD,1,20.00,,2026-12-31\n'));
  const back = tableOf(priceHeader, 'A,CAD,1,10.00,,', 'B,CAD,1,18.00,,2026-12-31');
  const again = merge('prices/msrp.csv', [merged.base, merged.text, back]);
  t.deepEqual(again.rows, ['A,CAD,1,10.00,,', 'B,CAD,1,18.00,,2026-12-31']);
});

test('a column that only editors have stays, and one that only the import has is added', (t) => {
  const base = tableOf(stockHeader, 'A,navy,S,1');
  const current = tableOf(`${stockHeader},as_of`, 'A,navy,S,1,2026-12-01T06:00:00Z');
  const next = tableOf(`${stockHeader},location`, 'A,navy,S,2,');
  const { text } = merge('inventory.csv', [base, current, next]);
  t.is(text, tableOf(`${stockHeader},as_of,location`, 'A,navy,S,2,2026-12-01T06:00:00Z,'));
});
