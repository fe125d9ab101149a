/** The rule that reports net prices above the public price (MSRP). */
import type { Fault, Found } from '../../content/findings/finding.ts';
import { priceAt, rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { formatPrice, isPriced, type Period, type Priced, periodsOf } from './price-periods.ts';
import { hasFaultyRow, rowsBySku } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

/** Compares prices without surcharges first; only if none is too high, those of sizes with a surcharge in both lists. */
export const priceNetAboveMsrp: ContentRule = {
  id: 'price/net-above-msrp',
  severity: 'error',
  summary:
    'At every quantity and in every size, no tier pays more than the MSRP; the brackets of the two may differ.',
  remedy:
    'Correct the net price, the MSRP or a surcharge; the regular price may be in the wrong column.',
  example: { file: 'prices/net-A3.csv', valid: '7918.37', broken: '8018.51' },
  *check(content) {
    const groups = groupBy(periodsOf(content), ({ list }) => `${list.sku} ${list.currency}`);
    for (const periods of groups.values()) {
      const allMsrp = periods.filter(({ list }) => list.name === msrpList);
      for (const net of periods.filter(({ list }) => list.name !== msrpList)) {
        for (const msrp of allMsrp.filter((each) => areComparable(net, each))) {
          const above = findAbove(net, msrp).map((each) => explain(each, net, msrp));
          // Sizes with surcharges would have the same fault.
          yield* above.length > 0 ? above : findSizesAbove(net, msrp, content);
        }
      }
    }
  },
};

/** Returns true if two periods have a day in common, and no bracket that could not be read. */
function areComparable(net: Period, msrp: Period): boolean {
  const from = [net.from, msrp.from].sort()[1] as string;
  return [net, msrp].every(({ before, list }) => from < before && !list.doubtful);
}

/** A net price that is above the public price from the same number of pieces. */
interface Above {
  readonly price: Priced;
  readonly msrp: Priced;
  readonly quantity: number;
}

/** Compares the prices, with surcharges if they are given, at each quantity from which one of the two changes. */
function findAbove(net: Period, msrp: Period, surcharge = 0, publicSurcharge = 0): Above[] {
  const quantities = [...net.sorted, ...msrp.sorted].map(({ minQuantity }) => minQuantity);
  return quantities
    .sort((a, b) => a - b)
    .flatMap((quantity) => {
      const [price, limit] = [net, msrp].map(({ sorted }) =>
        sorted.findLast(({ minQuantity }) => minQuantity <= quantity),
      );
      if (!isPriced(price) || !isPriced(limit)) return [];
      const isAbove = toCents(price.price, surcharge) > toCents(limit.price, publicSurcharge);
      return isAbove ? [{ price, msrp: limit, quantity }] : [];
    });
}

/** Returns a price with its surcharge in whole cents, so that sums are exact. */
function toCents(price: number, surcharge: number): number {
  return Math.round(price * 100) + Math.round(surcharge * 100);
}

function explain({ price, msrp, quantity }: Above, net: Period, { list }: Period): Fault {
  const { file, sku, currency } = net.list;
  const { file: table } = list;
  const { line } = price;
  const message = `the net price of ${sku}, ${currency} ${formatPrice(price.price)}, is above its MSRP of ${formatPrice(msrp.price)} from ${quantity} pieces (${table}, line ${msrp.line})`;
  const msrpAt = priceAt(table, msrp.line);
  const about = {
    groups: [`above-msrp ${msrpAt}`],
    explainedBy: [priceAt(file, line), msrpAt, rowsOf(file, sku), rowsOf(table, sku)],
    facts: { sku, file: table, line: msrp.line },
  };
  return { file, line, column: 'price', message, about };
}

/** Merges the faults of net prices in several tables that are above one MSRP, which is probably the wrong price. */
export function mergeAboveMsrp(group: readonly Found[]): Fault | undefined {
  const tables = [...new Set(group.map(({ fault }) => fault.file))];
  const { sku, file, line } = group[0]?.fault.about?.facts ?? {};
  if (tables.length < 2) return undefined;
  const message = `the net prices of ${sku} in ${tables.join(', ')} are above this MSRP`;
  return { file: String(file), line: Number(line), column: 'price', message };
}

/** Yields a fault for each size whose net price with surcharge is above its MSRP with surcharge. */
function* findSizesAbove(net: Period, msrp: Period, { surcharges }: PartialContent) {
  const { sku, currency, name } = net.list;
  // A row that could not be read may be the surcharge of the MSRP.
  if (!surcharges.readable || hasFaultyRow(surcharges, sku)) return;
  const rows = (rowsBySku(surcharges).get(sku) ?? []).filter((row) => row.currency === currency);
  for (const { size, surcharge, line } of rows.filter((row) => row.list === name)) {
    const other = rows.find((row) => row.list === msrpList && row.size === size);
    // `surcharge/missing-list` reports a missing one.
    const [above] = other === undefined ? [] : findAbove(net, msrp, surcharge, other.surcharge);
    if (other === undefined || above === undefined) continue;
    const [price, limit] = [above.price, above.msrp].map((row) => formatPrice(row.price));
    const message = `the net price of ${size} of ${sku}, ${currency} ${price} + ${formatPrice(surcharge)}, is above its MSRP of ${limit} + ${formatPrice(other.surcharge)} from ${above.quantity} pieces`;
    yield { file: surcharges.file, line, column: 'surcharge', message };
  }
}
