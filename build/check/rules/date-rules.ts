/** Rules about days: the order of those of a product, and days too far away, of which a digit is probably mistyped. */
import { availabilityOf } from '../../content/availability.ts';
import { type Day, isReversed } from '../../content/dates.ts';
import type { Example, Fault } from '../../content/findings/finding.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { jsonKinds } from '../../content/schemas/kinds.ts';
import { priceTables, stockTables, withFaultyRows } from './rows-of-products.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

const bag = 'products/BAG-5.json';

const productDates: ContentRule = {
  id: 'product/dates',
  severity: 'error',
  summary: 'The last day of a product is not before its first.',
  remedy: 'Correct `availableFrom` or `availableUntil`.',
  example: {
    ...{ file: bag, valid: '{' },
    broken: '{ "availableFrom": "2027-02-01", "availableUntil": "2027-01-31",',
  },
  check: checkEachProduct(function* (product) {
    const { from, until } = availabilityOf(product);
    const message = `the last day, ${until}, is before the first, ${from}`;
    if (isReversed({ from, until })) yield { path: ['availableUntil'], message };
  }),
};

const firstYear = 1970;
/** Number of years after the day of the build. */
const maxYears = 20;

type DatedPlace = readonly [cell: string | undefined, place: Omit<Fault, 'message'>];

/**
 * Returns a rule that reports implausible days, and points in time on such days. Accepts the first and last day of any
 * year, because systems export days such as 1900-01-01 and 9999-12-31 for “no limit”. A later build never refuses a day
 * that an earlier build accepted, so products without a finding need not be checked again.
 */
function implausible(
  id: string,
  what: string,
  example: Example,
  placesOf: (content: PartialContent) => Iterable<DatedPlace>,
): ContentRule {
  return {
    id,
    severity: 'warning',
    summary: `${what} in ${firstYear} or later, and at most ${maxYears} years after the build.`,
    remedy: 'Correct the year; leave the day out if there is no limit.',
    example,
    *check(content) {
      const last = `${Number(content.day.slice(0, 4)) + maxYears}${content.day.slice(4)}`;
      for (const [cell, place] of placesOf(content)) {
        const day: Day | undefined = cell?.slice(0, 10);
        if (day === undefined || /-(01-01|12-31)$/.test(day)) continue;
        if (day >= String(firstYear) && day <= last) continue;
        const limit = day > last ? `more than ${maxYears} years from now` : `before ${firstYear}`;
        const message = `${day} is ${limit}; correct the year`;
        // Another fault at the day makes the editor look at it anyway.
        yield { ...place, message, about: { yields: true } };
      }
    },
  };
}

function* daysOfRows<Column extends string>(
  tables: readonly PartialTable<{ readonly [column in Column]?: string | undefined }>[],
  columns: readonly Column[],
): Generator<DatedPlace> {
  for (const table of tables) {
    for (const column of columns) {
      for (const { line, [column]: cell } of withFaultyRows(table, [column]).rows) {
        if (cell !== undefined) yield [cell, { file: table.file, line, column }];
      }
    }
  }
}

/** The rule about the time of the stock count, which belongs to the whole catalogue. */
export const implausibleCount: ContentRule = {
  ...implausible(
    'stock/implausible-count',
    'The count of all stock is',
    { file: jsonKinds.inventory.path, broken: '{ "asOf": "2206-11-20T06:00:00-05:00" }' },
    ({ stock: { asOf } }) => [[asOf, { file: jsonKinds.inventory.path, path: ['asOf'] }]],
  ),
  remedy: 'Correct the year of "asOf", or remove the file.',
};

/** Rules about the days of one product, its prices and its stock rows. */
export const dateRules: readonly ContentRule[] = [
  productDates,
  implausible(
    'product/implausible-date',
    'The first and last day of a product are',
    { file: bag, valid: '{', broken: '{ "availableFrom": "0202-12-01",' },
    ({ products }) =>
      products.flatMap(({ file, product }) =>
        (['availableFrom', 'availableUntil'] as const).map(
          (member): DatedPlace => [product[member], { file, path: [member] }],
        ),
      ),
  ),
  implausible(
    'price/implausible-date',
    'The days of a price are',
    {
      file: 'prices/msrp.csv',
      broken:
        'sku,currency,minQuantity,price,regularPrice,from\nBAG-5,CAD,10,8008.00,,0202-03-01\n',
    },
    (content) => daysOfRows(priceTables(content), ['from', 'until']),
  ),
  implausible(
    'stock/implausible-date',
    'The days of incoming pieces and of counts are',
    { file: 'inventory.csv', valid: '2027-01-31', broken: '2207-01-31' },
    (content) => daysOfRows(stockTables(content), ['incoming_date', 'as_of']),
  ),
];
