/** The rule that reports net prices above the public price (MSRP). */
import type { Fault, Found } from '../../content/findings/finding.ts';
import { priceAt, rowsOf } from '../../content/findings/relations.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import {
  formatPrice,
  type Period,
  type PricedRow,
  type PriceList,
  priceLists,
} from './price-lists.ts';
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
    for (const [tier, table] of content.net) {
      for (const net of priceLists(table)) {
        const msrp = priceLists(content.msrp).find(
          ({ sku, currency }) => sku === net.sku && currency === net.currency,
        );
        // Which prices apply at a quantity is uncertain if a bracket could not be read.
        if (msrp === undefined || msrp.doubtful || net.doubtful) continue;
        for (const [of, publicOf] of commonPeriods(net, msrp)) {
          const faults = findAbove(of, publicOf).map((above) => explain(above, net, msrp));
          yield* faults;
          // Sizes with surcharges would have the same fault.
          if (faults.length === 0) yield* findSizesAbove(content, tier, net, of, publicOf);
        }
      }
    }
  },
};

type List = PriceList<PricedRow>;
type Prices = Period<PricedRow>;

/** Returns the pairs of periods of two price lists that have a day in common. */
function commonPeriods(a: List, b: List): [Prices, Prices][] {
  const endsBefore = ({ before }: Prices, { from }: Prices) =>
    before !== undefined && before <= from;
  return a.periods.flatMap((of) =>
    b.periods.flatMap((other): [Prices, Prices][] =>
      endsBefore(of, other) || endsBefore(other, of) ? [] : [[of, other]],
    ),
  );
}

/** A net price that is above the public price from the same number of pieces. */
interface Above {
  readonly net: PricedRow;
  readonly msrp: PricedRow;
  readonly quantity: number;
}

/** Compares the prices, with surcharges if they are given, at each quantity from which one of the two changes. */
function findAbove(of: Prices, publicOf: Prices, surcharge = 0, publicSurcharge = 0): Above[] {
  const quantities = [...of.sorted, ...publicOf.sorted].map(({ minQuantity }) => minQuantity);
  return quantities
    .sort((a, b) => a - b)
    .flatMap((quantity) => {
      const applies = (row: PricedRow) => row.minQuantity <= quantity;
      const [net, msrp] = [of.sorted.findLast(applies), publicOf.sorted.findLast(applies)];
      if (net === undefined || msrp === undefined) return [];
      const isAbove = toCents(net.price, surcharge) > toCents(msrp.price, publicSurcharge);
      return isAbove ? [{ net, msrp, quantity }] : [];
    });
}

/** Returns a price with its surcharge in whole cents, so that sums are exact. */
function toCents(price: number, surcharge: number): number {
  return Math.round(price * 100) + Math.round(surcharge * 100);
}

function explain(
  { net, msrp, quantity }: Above,
  { file, sku, currency }: List,
  above: List,
): Fault {
  const { line, price } = net;
  const message = `the net price of ${sku}, ${currency} ${formatPrice(price)}, is above its MSRP of ${formatPrice(msrp.price)} from ${quantity} pieces (${above.file}, line ${msrp.line})`;
  const msrpAt = priceAt(above.file, msrp.line);
  const about = {
    groups: [`above-msrp ${msrpAt}`],
    explainedBy: [priceAt(file, line), msrpAt, rowsOf(file, sku), rowsOf(above.file, sku)],
    facts: { sku, file: above.file, line: msrp.line },
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
function* findSizesAbove(
  { surcharges }: PartialContent,
  tier: string,
  { sku, currency }: List,
  of: Prices,
  publicOf: Prices,
): Generator<Fault> {
  // A row that could not be read may be the surcharge of the MSRP.
  if (!surcharges.readable || hasFaultyRow(surcharges, sku)) return;
  const rows = (rowsBySku(surcharges).get(sku) ?? []).filter((row) => row.currency === currency);
  for (const { size, surcharge, line } of rows.filter(({ list }) => list === tier)) {
    const other = rows.find((row) => row.list === msrpList && row.size === size);
    // `surcharge/missing-list` reports a missing one.
    const [first] = other === undefined ? [] : findAbove(of, publicOf, surcharge, other.surcharge);
    if (other === undefined || first === undefined) continue;
    const { net, msrp, quantity } = first;
    const message = `the net price of ${size} of ${sku}, ${currency} ${formatPrice(net.price)} + ${formatPrice(surcharge)}, is above its MSRP of ${formatPrice(msrp.price)} + ${formatPrice(other.surcharge)} from ${quantity} pieces`;
    yield { file: surcharges.file, line, column: 'surcharge', message };
  }
}
