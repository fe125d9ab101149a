/** Rules about stock: of products made to order, by location, and incoming. */
import { groupBy } from '../../content/group-by.ts';
import { checkEachRow, checkProductRows, formatRowCount, stockTables } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { nameOfVariant } from './variant-rules.ts';

const file = 'inventory.csv';

/** Rules about the stock rows of one product. */
export const stockRules: readonly ContentRule[] = [
  {
    id: 'stock/made-to-order',
    severity: 'error',
    summary: 'A product that is made to order has no stock.',
    remedy: 'Remove its stock rows, or `madeToOrder` from the product’s file.',
    example: { file, valid: 'BAG-5,navy,OSFA', broken: 'JER-3,bright,S' },
    check: checkProductRows(stockTables, [], function* ({ sku, product, rows }) {
      if (product.madeToOrder !== true) return;
      const message = `${sku} is made to order and has no stock; remove ${formatRowCount(rows)}`;
      yield { line: rows[0]?.line ?? 1, column: 'sku', message };
    }),
  },
  // Reports rows without a location beside rows of the same colour and size with one: if such a row is their total, it
  // would be counted in addition to them. Reported once per product, at the first such row.
  {
    id: 'stock/mixed-locations',
    severity: 'error',
    summary:
      'The stock rows of a colour and size either all name a location, or there is only one.',
    remedy:
      'Name the location of the row without one, or remove it if it is the sum of the others.',
    example: { file, valid: 'TEE-1,navy,S,20,reno,600,2027-01-31', broken: 'TEE-1,navy,S,20,,,' },
    check: checkProductRows(stockTables, ['color', 'size', 'location'], function* ({ sku, rows }) {
      const mixed = [...groupBy(rows, nameOfVariant).values()].flatMap((ofVariant) => {
        const total = ofVariant.filter(({ location }) => location === undefined);
        return total.length < ofVariant.length ? total : [];
      });
      const [first] = mixed;
      if (first === undefined) return;
      const message = `${sku}, ${nameOfVariant(first)} has stock by location as well; name the location of ${formatRowCount(mixed)} of ${sku} without one, or remove ${mixed.length === 1 ? 'it' : 'them'}`;
      yield { line: first.line, column: 'location', message };
    }),
  },
  {
    id: 'stock/incoming-without-date',
    severity: 'error',
    summary: 'A stock row has both `incoming` and `incoming_date`, or neither.',
    remedy: 'Write the day on which the pieces are expected, or empty both cells.',
    example: { file, valid: '600,2027-01-31', broken: '600,' },
    check: checkEachRow(stockTables, ['incoming', 'incoming_date'], (row) => {
      const { incoming, incoming_date: date } = row;
      if ((incoming === undefined) === (date === undefined)) return undefined;
      if (incoming === undefined) {
        const message = `nothing is incoming on ${date}; write the pieces or empty the cell`;
        return { column: 'incoming_date', message };
      }
      const pieces = incoming === 1 ? 'piece has' : 'pieces have';
      const message = `${incoming} incoming ${pieces} no date; write the day in incoming_date, or empty the cell`;
      return { column: 'incoming', message };
    }),
  },
  {
    id: 'stock/incoming-without-location',
    severity: 'error',
    summary: 'Incoming pieces have a location.',
    remedy: 'Name the location in the column `location`, or remove the incoming pieces.',
    example: { file, valid: 'reno,600', broken: ',600' },
    check: checkEachRow(stockTables, ['incoming', 'location'], ({ incoming, location }) => {
      if (incoming === undefined || location !== undefined) return undefined;
      const message = `${incoming} incoming: name the location that they are on the way to`;
      return { column: 'incoming', message };
    }),
  },
  // Does not use the current time, because a release must depend on its content only.
  {
    id: 'stock/incoming-before-count',
    severity: 'warning',
    summary: 'Incoming pieces are expected on the day of the count (`as_of`) or later.',
    remedy: 'Correct the date, or move the pieces that have arrived to `quantity`.',
    example: { file, valid: '2027-01-31', broken: '2026-11-19' },
    check: checkEachRow(stockTables, ['incoming_date', 'as_of'], (row) => {
      const { incoming_date: date, as_of: asOf } = row;
      const counted = asOf?.slice(0, 10);
      if (date === undefined || counted === undefined || date >= counted) return undefined;
      const message = `${date} is before the count of ${counted}; correct one of the two`;
      return { column: 'incoming_date', message };
    }),
  },
];
