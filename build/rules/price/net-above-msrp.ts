import type { Fault } from '../../findings/finding.ts';
import type { Placed } from '../../load/content.ts';
import type { PriceRow } from '../../schemas/tables.ts';
import type { ContentRule } from '../rule.ts';
import { type Brackets, bracketsOf, showPrice } from './price-tables.ts';

export const priceNetAboveMsrp: ContentRule = {
  id: 'price/net-above-msrp',
  severity: 'error',
  summary:
    'At every quantity, no tier pays more than the MSRP; the brackets of the two may differ.',
  remedy:
    'Correct the net price or the MSRP; a regular price may stand in the column of the price.',
  *check({ msrp, net }) {
    const publicPrices = new Map<string, Brackets>();
    for (const brackets of bracketsOf(msrp)) publicPrices.set(keyOf(brackets), brackets);
    for (const table of net.values()) {
      for (const brackets of bracketsOf(table)) {
        const above = publicPrices.get(keyOf(brackets));
        // Which prices meet at a quantity is not certain when a bracket could not be read.
        if (above === undefined || above.doubtful || brackets.doubtful) continue;
        yield* compare(brackets, above);
      }
    }
  },
};

function keyOf({ sku, currency }: Brackets): string {
  return `${sku} ${currency}`;
}

/** One fault a net bracket, for the first quantity in it at which the MSRP is lower. */
function* compare(net: Brackets, msrp: Brackets): Generator<Fault> {
  const { sku, currency, file, sorted: netRows } = net;
  const msrpRows = msrp.sorted;
  const startOf = (at: number) => (msrpRows[at] as Placed<PriceRow>).minQuantity;
  let next = 0;
  for (const [index, row] of netRows.entries()) {
    const end = netRows[index + 1]?.minQuantity ?? Number.POSITIVE_INFINITY;
    let lower: Placed<PriceRow> | undefined;
    const look = (applies: Placed<PriceRow> | undefined) => {
      if (applies !== undefined && applies.price < row.price) lower ??= applies;
    };
    // A repeated row ends where it begins: the walk stops at the last row, whatever the quantities are.
    while (next < msrpRows.length && startOf(next) <= row.minQuantity) next += 1;
    look(msrpRows[next - 1]);
    for (; next < msrpRows.length && startOf(next) < end; next += 1) look(msrpRows[next]);
    if (lower === undefined) continue;
    const quantity = Math.max(row.minQuantity, lower.minQuantity);
    const message = `the net price of ${sku}, ${currency} ${showPrice(row.price)}, is above its MSRP of ${showPrice(lower.price)} from ${quantity} pieces (${msrp.file}, line ${lower.line})`;
    yield { file, line: row.line, column: 'price', message };
  }
}
