/** Rules that report days that are too far away, because a digit of their year is probably mistyped. */
import type { Day } from '../../content/dates.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { jsonKinds } from '../../content/schemas/kinds.ts';
import { priceTables } from './price-brackets.ts';
import { withFaultyRows } from './rows-of-products.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

/** Days of earlier years are implausible. */
const firstYear = 1970;
/** Number of years after the day of the build; later days are implausible. */
const maxYears = 20;

/**
 * Returns why a day such as `0202-05-01` is implausible, as the text of a message; undefined if it is plausible. The
 * first and last day of a year are always plausible, because systems export days such as 1900-01-01 and 9999-12-31 for
 * “no limit”. A later build never refuses a day that an earlier build accepted, so products without a finding need not
 * be checked again.
 */
function explainImplausible(
  day: Day,
  today: Day,
  otherRemedy = 'leave the day out',
): string | undefined {
  const isEarly = day < String(firstYear);
  const isLate = day > `${Number(today.slice(0, 4)) + maxYears}${today.slice(4)}`;
  if (!(isEarly || isLate) || day.endsWith('-01-01') || day.endsWith('-12-31')) return undefined;
  const what = isEarly ? `before ${firstYear}` : `more than ${maxYears} years from now`;
  return `${day} is ${what}; correct the year, or ${otherRemedy}`;
}

/** Another fault at the day makes the editor look at it anyway. */
const about = { yields: true };

const common = {
  severity: 'warning',
  remedy: 'Correct the year; leave the day out if there is no limit.',
} as const;

const productDate: ContentRule = {
  ...common,
  id: 'product/implausible-date',
  summary: `The first and last day of a product are in ${firstYear} or later, and at most ${maxYears} years after the build.`,
  check: checkEachProduct(function* (product, { day: today }) {
    for (const member of ['availableFrom', 'availableUntil'] as const) {
      const message = product[member] && explainImplausible(product[member], today);
      if (message) yield { path: [member], message, about };
    }
  }),
};

/**
 * Returns a rule that reports implausible days, and points in time on such days, in `columns` of tables. `what` begins
 * the rule's summary.
 */
function rowRule<Row>(
  id: string,
  what: string,
  tablesOf: (content: PartialContent) => readonly PartialTable<Row>[],
  columns: readonly (keyof Row & string)[],
): ContentRule {
  return {
    ...common,
    id,
    summary: `${what} are in ${firstYear} or later, and at most ${maxYears} years after the build.`,
    *check(content) {
      for (const table of tablesOf(content)) {
        for (const column of columns) {
          for (const { line, [column]: cell } of withFaultyRows(table, [column]).rows) {
            if (cell === undefined) continue;
            const message = explainImplausible(String(cell).slice(0, 10), content.day);
            if (message) yield { file: table.file, line, column, message, about };
          }
        }
      }
    },
  };
}

/**
 * Reports `asOf` of `inventory.json`, the time of the stock count, if it is before 1970 or more than 20 years after the
 * build. Accepts every 1 January and 31 December, which systems export for “no limit”.
 */
export const implausibleCount: ContentRule = {
  id: 'stock/implausible-count',
  severity: 'warning',
  summary: `The count of all stock is in ${firstYear} or later, and at most ${maxYears} years after the build.`,
  remedy: 'Correct the year of "asOf", or remove the file.',
  *check({ stock: { asOf }, day: today }) {
    const message = asOf && explainImplausible(asOf.slice(0, 10), today, 'remove the file');
    if (message) yield { file: jsonKinds.inventory.path, path: ['asOf'], message, about };
  },
};

/** Rules about the year of each day in products, prices and stock rows. */
export const implausibleDateRules: readonly ContentRule[] = [
  productDate,
  rowRule('price/implausible-date', 'The days of a price', priceTables, ['from', 'until']),
  rowRule(
    'stock/implausible-date',
    'The days of incoming pieces and of counts',
    ({ inventory }) => [inventory],
    ['incoming_date', 'as_of'],
  ),
];
