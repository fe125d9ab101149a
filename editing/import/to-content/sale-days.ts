/** Reads the days of sales, which shops and spreadsheets write in the order of their country, such as `11/24/26`. */
import { daySchema } from '../../../build/content/schemas/values.ts';
import type { NeutralPrice, NeutralStyle } from '../neutral.ts';

/** Converts a day to the form `2026-11-24`; returns undefined for other texts. */
type ReadDay = (text: string) => string | undefined;

const readYearFirst = createDayReader(/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/);
const readDayFirst = createDayReader(
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
);
const readMonthFirst = createDayReader(
  /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
);

function createDayReader(pattern: RegExp): ReadDay {
  return (text) => {
    const { year = '', month = '', day = '' } = pattern.exec(text)?.groups ?? {};
    const written = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join(
      '-',
    );
    return daySchema.safeParse(written).success ? written : undefined;
  };
}

/** Returns the styles with the first and last days of sales in the form `2026-11-24`. */
export function withSaleDays(styles: readonly NeutralStyle[]): NeutralStyle[] {
  const days = styles
    .flatMap(({ variants }) => variants.flatMap(({ prices }) => Object.values(prices)))
    .flatMap(({ sale }) => (sale === undefined ? [] : [sale.from, sale.until]))
    .filter((text) => readDayFirst(text) !== undefined || readMonthFirst(text) !== undefined);
  const [read, other] = [readDayFirst, readMonthFirst].filter((one) =>
    days.every((text) => one(text) !== undefined),
  );
  const readYearLast = other === undefined ? read : undefined;
  const toDay = (text: string) => readYearFirst(text) ?? readYearLast?.(text) ?? text;
  const withDays = ({ sale, ...rest }: NeutralPrice): NeutralPrice => ({
    ...rest,
    ...(sale && { sale: { ...sale, from: toDay(sale.from), until: toDay(sale.until) } }),
  });
  return styles.map((style) => ({
    ...style,
    variants: style.variants.map((variant) => ({
      ...variant,
      prices: Object.fromEntries(
        Object.entries(variant.prices).map(([currency, price]) => [currency, withDays(price)]),
      ),
    })),
  }));
}
