/**
 * Writes the private files of a release: net prices, and price lists, the whole answers of `/v1/products/pricing`. The
 * locales of a market have the same products and prices, so that their files are hard links.
 */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import { toCatalogEntry } from '../../contract/net-pricing.ts';
import { type ListedFacts, renderPriceListCsv } from '../../contract/price-list.ts';
import { type NetPrices, privateFiles } from '../../contract/release.ts';
import type { CatalogPricing } from '../../contract/schemas/pricing.ts';
import { groupBy } from '../content/group-by.ts';
import { type CatalogueContext, entryOf, isSoldIn } from '../render/context.ts';
import { renderNetPrice } from '../render/prices.ts';
import { type Paths, toJson } from './file-forms.ts';
import type { ReleasedProduct } from './release-records.ts';
import type { WriteOptions } from './write-release.ts';

/** The net prices of one tier in the locales of a market, as the bytes of their file. */
export interface NetPriceFile {
  readonly tier: string;
  readonly market: readonly CatalogueContext[];
  readonly bytes: Buffer;
}

/** For each market, the net prices of a product in each tier, as JSON; undefined where it is not sold. */
export type PricesOfProduct = readonly (readonly string[] | undefined)[];

/** Writes the net prices of each tier, SKU → prices in the order of `products`, and returns them. */
export function writeNetPrices(
  products: readonly ReleasedProduct[],
  { contexts, files, memory, day, netRowsOf }: WriteOptions,
): readonly NetPriceFile[] {
  const tiers = contexts[0]?.content.catalogue.tiers.all ?? [];
  const markets = [...groupBy(contexts, ({ locale }) => localeFacts[locale].market).values()];
  const render = (product: ReleasedProduct): PricesOfProduct => {
    const { sizes = [] } = product.indexed.outline.product;
    const rows = netRowsOf(product);
    return markets.map(([context]) => {
      if (context === undefined || !isSoldIn(product.listed, context.locale)) return undefined;
      const priced = { ...context, rows };
      return tiers.map((tier) => JSON.stringify(renderNetPrice(tier, { sizes }, priced)));
    });
  };
  const all = products.map((product) => {
    const { key, validity } = product.indexed;
    const name = validity ? `${key} ${day}` : key;
    return [name, memory.netPrices?.get(name) ?? render(product)] as const;
  });
  memory.netPrices = new Map(all);
  const written = markets.flatMap((market, at) =>
    tiers.map((tier, tierAt): NetPriceFile => {
      const entries = products.flatMap(({ sku }, index) => {
        const price = all[index]?.[1][at]?.[tierAt];
        return price === undefined ? [] : `${JSON.stringify(sku)}:${price}`;
      });
      return { tier, market, bytes: Buffer.from(`{${entries.join()}}`) };
    }),
  );
  for (const { tier, market, bytes } of written) {
    const paths = pathsIn(market, (locale) => privateFiles.netPrices(tier, locale));
    files.write([{ paths, bytes }]);
  }
  return written;
}

function pathsIn(market: NetPriceFile['market'], pathOf: (locale: Locale) => string): Paths {
  return market.map(({ locale }) => pathOf(locale)) as unknown as Paths;
}

/**
 * Writes the price lists of a release, as JSON and as CSV. `products` are sorted by SKU. Renders one tier of a market
 * after the other, because all lists of a large catalogue do not fit in memory.
 */
export async function writePriceLists(
  release: string,
  products: readonly ReleasedProduct[],
  netPrices: readonly NetPriceFile[],
  { contexts, files }: Pick<WriteOptions, 'contexts' | 'files'>,
): Promise<void> {
  const factsIn = new Map(contexts.map((context) => [context, listedIn(products, context)]));
  let writing: Promise<unknown> = Promise.resolve();
  for (const { tier, market, bytes } of netPrices) {
    const list = toPriceList(release, products, { tier, market, bytes });
    const pathOf = (extension: 'json' | 'csv') => (locale: Locale) =>
      privateFiles.priceList(tier, locale, extension);
    const json = { paths: pathsIn(market, pathOf('json')), bytes: toJson(list) };
    const tables = market.map((context) => {
      const csv = renderPriceListCsv(list, factsIn.get(context) ?? new Map(), context.locale);
      return { paths: pathsIn([context], pathOf('csv')), bytes: Buffer.from(csv) };
    });
    // The lists before are compressed meanwhile, on threads of Node.js.
    await writing;
    writing = files.write([json, ...tables]);
  }
  await writing;
}

/** Returns SKU → what the table of a locale says of the product besides its prices. */
function listedIn(
  products: readonly ReleasedProduct[],
  { content, locale, localizer }: CatalogueContext,
): ReadonlyMap<string, ListedFacts> {
  return new Map(
    products.flatMap(({ sku, indexed }) => {
      const shown = indexed.locales[locale];
      if (shown === undefined) return [];
      const { colors = [], minimumOrder } = indexed.outline.product;
      const names = colors.map(({ color }) => localizer.text(entryOf(content.colors, color).name));
      const { productName, brand, category } = shown;
      const facts = { productName, brand, category, colors: names };
      return [[sku, { ...facts, minimumOrder: minimumOrder?.quantity ?? 1 }] as const];
    }),
  );
}

/** Returns the answer for a tier. Throws if a product has no net price: it must be neither left out nor sold at MSRP. */
function toPriceList(
  release: string,
  products: readonly ReleasedProduct[],
  { tier, market, bytes }: NetPriceFile,
): CatalogPricing {
  const [{ locale }] = market as [CatalogueContext];
  const { currency } = localeFacts[locale];
  const netPrices: NetPrices = JSON.parse(bytes.toString());
  const entries = products.flatMap(({ sku, indexed }) => {
    const detail = indexed.locales[locale];
    if (detail === undefined) return [];
    const netPrice = Object.hasOwn(netPrices, sku) ? netPrices[sku] : undefined;
    if (netPrice === undefined) throw new Error(`${sku} has no net price of ${tier} in ${locale}`);
    const { msrp, sizes, upcoming } = detail;
    const pricing = { currency, msrp, sizes, ...(upcoming && { upcoming }) };
    return [toCatalogEntry({ sku, pricing }, netPrice)];
  });
  return { release, currency, priceTier: tier, products: entries };
}
