/** Removes or merges faults that exist only because rows of products are missing in a table. */

import type { Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { explainMissing } from './rules/missing-prices.ts';

/**
 * If more products than this lack prices in a table, one fault about the table replaces the faults about the products.
 */
const maxProducts = 20;

/**
 * Reports missing prices once, at their cause. Each fault about missing prices lists the tables in which a product has
 * no price (`about.missing.tables`). Removes from this list:
 * - a table with a row that was probably meant for the product, but has a misspelt SKU or lacks commas, because this
 *   row has its own fault;
 * - a table that has no rows, or that lacks prices of more than 20 products (`maxProducts`): adds one fault about the
 *   whole table instead.
 * Then removes faults with an empty list, and merges the fault about the MSRP of a product in a market and currency
 * with the one about its net prices.
 */
export function foldMissingPrices(
  found: readonly Found[],
  { emptyTables }: PartialContent,
): readonly Found[] {
  const lost = lostRowsOf(found);
  const tablesOf = ({ fault: { about } }: Found) =>
    (about?.missing?.tables ?? []).filter((table) => !lost.has(`${table} ${about?.sku}`));
  const lacking = groupBy(
    found.flatMap((each) => tablesOf(each).map((table) => [table, each] as const)),
    ([table]) => table,
  );
  const incomplete = new Map<string, Found>();
  for (const [table, entries] of lacking) {
    const faults = entries.map(([, each]) => each);
    const fault = explainIncomplete(table, faults, emptyTables.has(table));
    if (fault !== undefined) incomplete.set(table, fault);
  }
  /** Key of product, market and currency → index in `rest` of the fault about its missing prices. */
  const markets = new Map<string, number>();
  const rest: Found[] = [];
  for (const each of found) {
    const { missing, sku = '', product } = each.fault.about ?? {};
    if (missing === undefined) {
      rest.push(each);
      continue;
    }
    const key = `${product} ${missing.market} ${missing.currency}`;
    const index = markets.get(key) ?? rest.length;
    const before = rest[index] ?? each;
    const named = before === each ? [] : (before.fault.about?.missing?.tables ?? []);
    const tables = [...named, ...tablesOf(each).filter((table) => !incomplete.has(table))];
    if (tables.length === 0) continue;
    const all = { ...missing, tables };
    const about = { ...each.fault.about, missing: all };
    const fault = { ...before.fault, message: explainMissing(sku, all), about };
    rest[index] = { ...before, fault };
    markets.set(key, index);
  }
  return [...rest, ...incomplete.values()];
}

/**
 * Returns one fault about the price table `file` if it has no rows (`isEmpty`), or if more than `maxProducts` products
 * lack prices in it; otherwise undefined. `faults` report the prices that single products lack in this table.
 */
function explainIncomplete(
  file: string,
  faults: readonly Found[],
  isEmpty: boolean,
): Found | undefined {
  const skus = [...new Set(faults.map(({ fault }) => fault.about?.sku))];
  const [first] = faults;
  if (first === undefined || !(isEmpty || skus.length > maxProducts)) return undefined;
  const currencies = new Set(faults.map(({ fault }) => fault.about?.missing?.currency));
  const where = currencies.size === 1 ? ` in ${[...currencies]}` : '';
  const what = isEmpty
    ? `has no rows, and ${skus.length} ${skus.length === 1 ? 'product needs' : 'products need'} prices in it`
    : `has no price${where} of ${skus.length} products, such as ${skus.slice(0, 3).join(', ')}`;
  return { rule: first.rule, fault: { file, line: 1, message: `${what}; add them` } };
}

/** Ids of rules whose faults may exist only because a table lacks a row of the product. */
const missingRowRuleIds: ReadonlySet<string> = new Set([
  'price/first-bracket',
  'price/gap',
  'price/net-above-msrp',
  'surcharge/missing-list',
  'variant/without-stock',
]);

/**
 * Removes faults that may exist only because a table lacks a row of the product, such as a gap between two prices.
 * Removes them if the table has a row that was probably meant for the product, but has a misspelt SKU or lacks commas:
 * this row has its own fault. For a fault about two tables, such as net prices above the MSRP, such a row in one of the
 * two is enough.
 */
export function foldIncompleteLists(found: readonly Found[]): readonly Found[] {
  const lost = lostRowsOf(found);
  return found.filter(({ rule, fault: { file, about } }) => {
    const files = [file, ...(about?.compared ?? []).map((place) => place.split(':')[0])];
    return (
      !missingRowRuleIds.has(rule.id) || !files.some((each) => lost.has(`${each} ${about?.sku}`))
    );
  });
}

/**
 * Returns the table and the intended SKU, such as `prices/msrp.csv TEE100`, of rows that were not assigned to their
 * product, because their SKU is misspelt or their cells are not separated by commas.
 */
function lostRowsOf(found: readonly Found[]): ReadonlySet<string> {
  return new Set(
    found.flatMap(({ rule, fault: { file, about, suggestion } }) => {
      const isMisspelt = about?.same?.startsWith('unknown-product');
      const sku = isMisspelt ? suggestion : rule.id === 'csv/cells' ? about?.sku : undefined;
      return sku === undefined ? [] : [`${file} ${sku}`];
    }),
  );
}
