/**
 * The prices of a catalogue as a table for people without a developer: `/v1/products/pricing?format=csv`. Pure.
 * Prices are in units of the currency, and what a size costs more is added to them.
 */
import type { Currency, Locale } from './locales.ts';
import { type CatalogEntry, parseStored } from './net-pricing.ts';
import type { PriceTier, SizePrice } from './schemas/pricing.ts';
import { byteOrderMark, type Cell, createRowWriter } from './spreadsheet.ts';

/** The first row. The names are those of the members of the JSON answer. */
const columns = [
  ...['sku', 'sizes', 'minQuantity', 'maxQuantity'],
  ...['currency', 'msrp', 'net', 'regularPrice'],
];

/**
 * Returns the text of the table in pieces, made from the stored prices (`catalogPricingText`) in pieces of any
 * length. Throws as `parseStored` does.
 */
export async function* priceListText(
  stored: AsyncIterable<string>,
  locale: Locale,
): AsyncGenerator<string> {
  const writeRow = createRowWriter(locale);
  yield byteOrderMark + writeRow(columns);
  for await (const { currency, products } of parseStored(stored)) {
    yield products.flatMap((entry) => rowsOf(entry, currency).map(writeRow)).join('');
  }
}

/** The rows of a product, by size and then by quantity. */
function rowsOf({ sku, msrp, net, sizes }: CatalogEntry, currency: Currency): Cell[][] {
  // MSRP may have other brackets; the rows follow what the account orders by.
  const listed = net.map(({ minQuantity }) =>
    msrp.find((bracket) => contains(bracket, minQuantity)),
  );
  return groupSizes(sizes).flatMap(({ names, msrpSurcharge, netSurcharge }) => {
    // No size has a comma, and a name may have spaces.
    const sizeNames = names.join(', ');
    return net.map(({ minQuantity, maxQuantity, price, regularPrice = price }, at) => {
      const msrpBracket = listed[at];
      return [
        sku,
        sizeNames,
        minQuantity,
        maxQuantity ?? undefined,
        currency,
        msrpBracket && inCents(msrpBracket.price + msrpSurcharge),
        inCents(price + netSurcharge),
        regularPrice > price ? inCents(regularPrice + netSurcharge) : undefined,
      ];
    });
  });
}

function contains({ minQuantity, maxQuantity }: PriceTier, quantity: number): boolean {
  return minQuantity <= quantity && quantity <= (maxQuantity ?? quantity);
}

interface SizeGroup {
  readonly names: string[];
  readonly msrpSurcharge: number;
  readonly netSurcharge: number;
}

/** Sizes that cost the same, in the order in which the first of each is. A product without sizes is one group. */
function groupSizes(sizes: readonly SizePrice[]): SizeGroup[] {
  const groups = new Map<string, SizeGroup>();
  for (const { name, surcharge: { msrp = 0, net = 0 } = {} } of sizes) {
    const key = `${msrp} ${net}`;
    const group = groups.get(key) ?? { names: [], msrpSurcharge: msrp, netSurcharge: net };
    group.names.push(name);
    groups.set(key, group);
  }
  return groups.size > 0
    ? [...groups.values()]
    : [{ names: [], msrpSurcharge: 0, netSurcharge: 0 }];
}

/** Removes what binary fractions add: 0.1 + 0.2 is 0.3. */
function inCents(price: number): number {
  return Math.round(price * 100) / 100;
}
