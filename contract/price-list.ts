/**
 * Renders the prices of a catalogue as CSV: `/v1/products/pricing.csv`. Prices are in units of the currency, not
 * cents, and include the surcharges of sizes.
 */
import type { Currency, Locale } from './locales.ts';
import type { CatalogEntry } from './net-pricing.ts';
import type { CatalogPricing, PriceTier, SizePrice } from './schemas/pricing.ts';
import type { ProductDetail } from './schemas/product.ts';
import { byteOrderMark, type Cell, createRowWriter } from './spreadsheet.ts';

/** The cells of the header row, named like members of the JSON answer. */
const columns = [
  ...['sku', 'productName', 'brand', 'category', 'colors', 'colorCount', 'sizes', 'minimumOrder'],
  ...['minQuantity', 'maxQuantity', 'currency', 'msrp', 'net', 'regularPrice', 'until'],
  ...['upcomingFrom', 'upcomingMsrp', 'upcomingNet'],
];

/** What the table says of a product besides its prices, in the language of the locale. */
export interface ListedFacts {
  readonly productName: string;
  readonly brand: string;
  readonly category: string;
  readonly colors: readonly string[];
  /** Minimum quantity of an order, in pieces. */
  readonly minimumOrder: number;
}

/** Returns the facts of a product from its detail. */
export function listedFactsOf(
  detail: Pick<ProductDetail, 'productName' | 'brand' | 'catalog' | 'colors' | 'minimumOrder'>,
): ListedFacts {
  const { productName, brand, catalog, colors, minimumOrder } = detail;
  return {
    ...{ productName, brand: brand.name, category: catalog.category },
    colors: colors.map(({ name }) => name),
    minimumOrder: minimumOrder.quantity,
  };
}

/**
 * Renders price lists as CSV text. A product has a row for each combination of a quantity bracket of its net prices and
 * a group of sizes with equal surcharges: 8 rows for 4 brackets and 2 groups. `facts` has the names of each product by
 * SKU. `locale` determines the separator of cells and the decimal mark; the column names are the same in every locale.
 */
export function renderPriceListCsv(
  { currency, products }: Pick<CatalogPricing, 'currency' | 'products'>,
  facts: ReadonlyMap<string, ListedFacts>,
  locale: Locale,
): string {
  const writeRow = createRowWriter(locale);
  const rows = products.flatMap((entry) =>
    rowsOf(entry, facts.get(entry.sku), currency).map(writeRow),
  );
  return `${byteOrderMark}${writeRow(columns)}${rows.join('')}`;
}

/**
 * Returns the CSV rows of a product: one for each group of sizes with equal surcharges and each quantity bracket of the
 * net prices. `msrp` is the MSRP at the smallest quantity of that bracket, or empty if no MSRP bracket contains it.
 */
function rowsOf(
  { sku, msrp, net, sizes, upcoming }: CatalogEntry,
  facts: ListedFacts | undefined,
  currency: Currency,
): Cell[][] {
  const { productName, brand, category, colors, minimumOrder } = facts ?? {};
  const product = [sku, productName, brand, category, colors?.join(', '), colors?.length];
  // One row per net bracket, because orders use these; the brackets of MSRP may differ.
  const listed = net.map(({ minQuantity }) =>
    msrp.find((bracket) => contains(bracket, minQuantity)),
  );
  return groupSizes(sizes).flatMap(({ names, msrpSurcharge, netSurcharge }) => {
    // A size may contain spaces, but no comma.
    const sizeNames = names.join(', ');
    return net.map(({ minQuantity, maxQuantity, price, regularPrice = price, until }, at) => {
      const msrpBracket = listed[at];
      return [
        ...product,
        sizeNames,
        minimumOrder,
        minQuantity,
        maxQuantity ?? undefined,
        currency,
        msrpBracket && roundToCents(msrpBracket.price + msrpSurcharge),
        roundToCents(price + netSurcharge),
        regularPrice > price ? roundToCents(regularPrice + netSurcharge) : undefined,
        until,
        ...upcomingCells(upcoming, minQuantity, msrpSurcharge, netSurcharge),
      ];
    });
  });
}

/** Returns the day and the prices of the next change for a quantity, or empty cells. */
function upcomingCells(
  upcoming: CatalogEntry['upcoming'],
  quantity: number,
  msrpSurcharge: number,
  netSurcharge: number,
): Cell[] {
  const priceIn = (brackets: readonly PriceTier[] = [], surcharge: number) => {
    const bracket = brackets.find((each) => contains(each, quantity));
    return bracket && roundToCents(bracket.price + surcharge);
  };
  const { from, msrp, net } = upcoming ?? {};
  return [from, priceIn(msrp, msrpSurcharge), priceIn(net, netSurcharge)];
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
