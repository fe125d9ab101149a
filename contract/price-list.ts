/**
 * Renders the prices of a catalogue as CSV: `/v1/products/pricing.csv`. Prices are in units of the currency, not
 * cents, and include the surcharges of sizes.
 */
import type { Currency, Locale } from './locales.ts';
import type { CatalogEntry } from './net-pricing.ts';
import type { CatalogPricing, PriceTier, SizePrice } from './schemas/pricing.ts';
import { byteOrderMark, type Cell, createRowWriter } from './spreadsheet.ts';

/** The cells of the header row, named like members of the JSON answer. */
const columns = [
  ...['sku', 'sizes', 'minQuantity', 'maxQuantity'],
  ...['currency', 'msrp', 'net', 'regularPrice'],
];

/**
 * Renders price lists as CSV text. A product has a row for each combination of a quantity bracket of its net prices and
 * a group of sizes with equal surcharges: 8 rows for 4 brackets and 2 groups. `locale` determines the separator of
 * cells and the decimal mark; the column names are the same in every locale.
 */
export function renderPriceListCsv(
  { currency, products }: Pick<CatalogPricing, 'currency' | 'products'>,
  locale: Locale,
): string {
  const writeRow = createRowWriter(locale);
  const rows = products.flatMap((entry) => rowsOf(entry, currency).map(writeRow));
  return `${byteOrderMark}${writeRow(columns)}${rows.join('')}`;
}

/**
 * Returns the CSV rows of a product: one for each group of sizes with equal surcharges and each quantity bracket of the
 * net prices. `msrp` is the MSRP at the smallest quantity of that bracket, or empty if no MSRP bracket contains it.
 */
function rowsOf({ sku, msrp, net, sizes }: CatalogEntry, currency: Currency): Cell[][] {
  // One row per net bracket, because orders use these; the brackets of MSRP may differ.
  const listed = net.map(({ minQuantity }) =>
    msrp.find((bracket) => contains(bracket, minQuantity)),
  );
  return groupSizes(sizes).flatMap(({ names, msrpSurcharge, netSurcharge }) => {
    // A size may contain spaces, but no comma.
    const sizeNames = names.join(', ');
    return net.map(({ minQuantity, maxQuantity, price, regularPrice = price }, at) => {
      const msrpBracket = listed[at];
      return [
        sku,
        sizeNames,
        minQuantity,
        maxQuantity ?? undefined,
        currency,
        msrpBracket && roundToCents(msrpBracket.price + msrpSurcharge),
        roundToCents(price + netSurcharge),
        regularPrice > price ? roundToCents(regularPrice + netSurcharge) : undefined,
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

/**
 * Returns the sizes of a product in groups with equal surcharges, ordered by the first size of each group.
 * For a product without sizes, returns one group without names.
 */
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

/** Returns an amount rounded to two decimals, because sums of binary fractions such as 0.1 + 0.2 are inexact. */
function roundToCents(price: number): number {
  return Math.round(price * 100) / 100;
}
