/** Content without faults, the input of rendering: shared content, and single products with their table rows. */
import { shownDay } from './availability.ts';
import { addDays, boundaryDays, type Day, isInRange } from './dates.ts';
import type { PartialContent, PartialShared, PartialTable } from './partial-content.ts';
import type { ProductContent } from './schemas/product.ts';
import type { PriceRow } from './schemas/tables.ts';

/** A table row, with the line of the file where it begins, counted from 1. */
export type WithLine<Row> = Row & { readonly line: number };

/** The content that all products share: settings, shared tables, drawings and assets. */
export type SharedContent = ReturnType<typeof toSharedContent>;

/** A product whose file was read without faults, and its table rows. */
export type WholeProduct = ReturnType<typeof toWholeProduct>;

/** The rows of one product in each table: of the price rows, those valid on the day for which it is shown. */
export type ProductRows = ReturnType<typeof rowsOn>;

/** Converts shared content for rendering. Throws an error if required settings of `catalogue.json` were not read. */
export function toSharedContent({ catalogue, ...shared }: PartialShared) {
  const { defaultLocale, tiers, texts } = catalogue;
  if (defaultLocale === undefined || tiers === undefined || texts === undefined) {
    throw new Error('catalogue.json was not read completely; the content has errors');
  }
  return { ...shared, catalogue: { ...catalogue, defaultLocale, tiers, texts } };
}

/**
 * Converts the content with one product (`ProductReading.partial`) for rendering. Of the price rows, only those stay
 * that are valid on the day for which the product is shown (`shownDay`). Throws an error if the product was not read
 * completely.
 */
export function toWholeProduct({ products: [only], ...partial }: PartialContent) {
  if (!only?.whole) {
    throw new Error(
      `${only?.file ?? 'the product'} was not read completely; the content has errors`,
    );
  }
  const product = only.product as ProductContent;
  return { file: only.file, product, rows: rowsOn(partial, shownDay(product, partial.day)) };
}

/**
 * Returns the rows of content with one product, without the price rows that are not valid on `day`; in `upcoming`, those
 * of each day of a change within `priceNotice` of `catalogue.json`.
 */
export function rowsOn(
  { catalogue, msrp, net, surcharges, inventory, variants }: Omit<PartialContent, 'products'>,
  day: Day,
) {
  const pricesOn = (on: Day) => {
    const valid = ({ rows }: PartialTable<PriceRow>) => rows.filter((row) => isInRange(row, on));
    return {
      msrp: valid(msrp),
      /** Tier, such as `A3` → rows of its table of net prices. */
      net: new Map(Array.from(net, ([tier, table]) => [tier, valid(table)] as const)),
    };
  };
  const { priceNotice = 0 } = catalogue;
  const last = addDays(day, priceNotice);
  const all = priceNotice === 0 ? [] : [msrp, ...net.values()].flatMap(({ rows }) => rows);
  const changes = boundaryDays(all).filter((each) => day < each && each <= last);
  return {
    ...pricesOn(day),
    upcoming: changes.map((from) => ({ from, ...pricesOn(from) })),
    surcharges: surcharges.rows,
    inventory: inventory.rows,
    variants: variants.rows,
  };
}
