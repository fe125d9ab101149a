/** The rule that reports net prices above the public price (MSRP). */
import type { WithLine } from '../../content/content.ts';
import { type Day, isValidOn, type Validity } from '../../content/dates.ts';
import type { Fault, Found } from '../../content/findings/finding.ts';
import { priceAt, rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { msrpList, type PriceRow, type SurchargeRow } from '../../content/schemas/tables.ts';
import { type Brackets, bracketsOf, formatPrice } from './price-brackets.ts';
import { hasFaultyRow, rowsBySku } from './rows-of-products.ts';
import { type ContentRule, oncePerCell } from './rule.ts';

/**
 * Compares the prices without surcharges first; only if none is too high, those of sizes with a surcharge in both lists.
 * Skips a price list with a row of the product that could not be read or has reversed dates.
 */
export const priceNetAboveMsrp: ContentRule = oncePerCell({
  id: 'price/net-above-msrp',
  severity: 'error',
  summary:
    'At every quantity and in every size, no tier pays more than the MSRP; the brackets of the two may differ.',
  remedy:
    'Correct the net price, the MSRP or a surcharge; the regular price may be in the wrong column.',
  *check(content) {
    const publicPrices = groupBy(bracketsOf(content.msrp), keyOf);
    for (const [tier, table] of content.net) {
      for (const net of bracketsOf(table)) {
        for (const msrp of publicPrices.get(keyOf(net)) ?? []) {
          // Which prices apply at a quantity is uncertain if a bracket could not be read.
          if (msrp.doubtful || net.doubtful || !haveCommonDay(net.days, msrp.days)) continue;
          const faults = [...findAbove(net, msrp, 0)].map((pair) => explain(pair, net, msrp));
          yield* faults;
          // Sizes with surcharges would have the same fault.
          if (faults.length === 0) yield* checkSizes(content, tier, net, msrp);
        }
      }
    }
  },
});

/** Returns true if two periods have a day in common. */
function haveCommonDay(a: Validity, b: Validity): boolean {
  const from = [a.from ?? '', b.from ?? ''].sort()[1] as Day;
  return isValidOn(a, from) && isValidOn(b, from);
}

/** Returns a key that is equal for price lists of the same product and currency. */
function keyOf({ sku, currency }: Brackets): string {
  return `${sku} ${currency}`;
}

/**
 * A net price row, and the first MSRP row that applies to some of the same quantities and has a lower price. If the
 * prices of a size are compared, they include its surcharges.
 */
interface Pair {
  readonly net: WithLine<PriceRow>;
  readonly msrp: WithLine<PriceRow>;
  /** The smallest quantity to which both rows apply. */
  readonly quantity: number;
}

/**
 * Yields one pair for each net price row whose price plus `moreCents` (the difference of a size's surcharges, or 0) is
 * above the MSRP at some quantity. Walks through both sorted lists once.
 */
function* findAbove(net: Brackets, msrp: Brackets, moreCents: number): Generator<Pair> {
  const netRows = net.sorted;
  const msrpRows = msrp.sorted;
  const startOf = (at: number) => (msrpRows[at] as WithLine<PriceRow>).minQuantity;
  let next = 0;
  for (const [index, row] of netRows.entries()) {
    const end = netRows[index + 1]?.minQuantity ?? Number.POSITIVE_INFINITY;
    const netCents = toCents(row.price) + moreCents;
    // A repeated row ends where it begins, so the loops must end at the last row, not at a quantity.
    while (next < msrpRows.length && startOf(next) <= row.minQuantity) next += 1;
    const first = Math.max(next - 1, 0);
    while (next < msrpRows.length && startOf(next) < end) next += 1;
    const lower = msrpRows.slice(first, next).find(({ price }) => toCents(price) < netCents);
    if (lower === undefined) continue;
    const quantity = Math.max(row.minQuantity, lower.minQuantity);
    yield { net: row, msrp: lower, quantity };
  }
}

function explain({ net, msrp, quantity }: Pair, { file }: Brackets, above: Brackets): Fault {
  const { sku, currency, price, line } = net;
  const message = `the net price of ${sku}, ${currency} ${formatPrice(price)}, is above its MSRP of ${formatPrice(msrp.price)} from ${quantity} pieces (${above.file}, line ${msrp.line})`;
  const about = {
    groups: [`above-msrp ${priceAt(above.file, msrp.line)}`],
    explainedBy: [
      ...[priceAt(file, line), priceAt(above.file, msrp.line)],
      ...[rowsOf(file, sku), rowsOf(above.file, sku)],
    ],
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

/**
 * Yields one fault for each size whose net price for `tier`, with surcharge, is above its MSRP with surcharge at some
 * quantity. Nothing if a surcharge of the product could not be read; `surcharge/missing-list` reports missing ones.
 */
function* checkSizes(
  { surcharges }: PartialContent,
  tier: string,
  net: Brackets,
  msrp: Brackets,
): Generator<Fault> {
  const { sku, currency } = net;
  // A row that could not be read may be the surcharge of the MSRP.
  if (!surcharges.readable || hasFaultyRow(surcharges, sku)) return;
  const rows = rowsBySku(surcharges).get(sku) ?? [];
  const rowsOf = (list: string) =>
    rows.filter((row) => row.list === list && row.currency === currency);
  const publicRows = rowsOf(msrpList);
  for (const row of rowsOf(tier)) {
    const publicRow = publicRows.find(({ size }) => size === row.size);
    if (publicRow === undefined) continue;
    const moreCents = toCents(row.surcharge) - toCents(publicRow.surcharge);
    const [pair] = findAbove(net, msrp, moreCents);
    if (pair !== undefined) yield explainSize(pair, row, publicRow, surcharges.file);
  }
}

function explainSize(
  { net, msrp, quantity }: Pair,
  row: WithLine<SurchargeRow>,
  publicRow: WithLine<SurchargeRow>,
  file: string,
): Fault {
  const { sku, currency, size, surcharge, line } = row;
  const netPrice = `${formatPrice(net.price)} + ${formatPrice(surcharge)}`;
  const publicPrice = `${formatPrice(msrp.price)} + ${formatPrice(publicRow.surcharge)}`;
  const message = `the net price of ${size} of ${sku}, ${currency} ${netPrice}, is above its MSRP of ${publicPrice} from ${quantity} pieces`;
  return { file, line, column: 'surcharge', message };
}

/** Converts an amount with at most two decimals to whole cents, so that sums are exact. */
function toCents(amount: number): number {
  return Math.round(amount * 100);
}
