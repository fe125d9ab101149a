/**
 * Writes the private files of a release: the net prices of each tier and locale, and the price lists, whole answers of
 * `/v1/products/pricing` that the pricing service sends as they are.
 */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import { toCatalogEntry } from '../../contract/net-pricing.ts';
import { type ListedFacts, renderPriceListCsv } from '../../contract/price-list.ts';
import { type NetPrices, privateFiles } from '../../contract/release.ts';
import type { CatalogPricing } from '../../contract/schemas/pricing.ts';
import type { ProductRows } from '../content/content.ts';
import type { Day } from '../content/dates.ts';
import { groupBy } from '../content/group-by.ts';
import { sha256 } from '../content/sha256.ts';
import { type CatalogueContext, entryOf, isSoldIn, withProduct } from '../render/context.ts';
import { renderNetPrice } from '../render/net-prices.ts';
import type { IndexedDetail } from '../render/product-files.ts';
import type { Paths } from './file-forms.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleasedProduct } from './released-product.ts';

/** The net prices of one tier in one locale, as the bytes of their file. */
export interface NetPriceFile {
  readonly tier: string;
  readonly locale: Locale;
  readonly bytes: Buffer;
}

/** What `writeNetPrices` needs besides the products. */
export interface NetPriceOptions {
  readonly contexts: readonly CatalogueContext[];
  readonly files: ReleaseFiles;
  /** The net prices of the last build of this process. */
  readonly memory: NetPriceMemory;
  /** The day of the build, on which prices with dates depend. */
  readonly day: Day;
  /** Returns the rows of a product with its net prices and surcharges. */
  netRowsOf(product: ReleasedProduct): ProductRows;
}

/** Net prices that a process has rendered, so that its next build need not render those of unchanged products again. */
export interface NetPriceMemory {
  netPrices?: ReadonlyMap<string, PricesOfProduct>;
}

/** For each context, the net prices of a product in each tier, as JSON; undefined where it is not sold. */
type PricesOfProduct = readonly (readonly string[] | undefined)[];

/** Writes the net prices of each tier and locale, SKU → prices in the order of `products`, and returns them. */
export function writeNetPrices(
  products: readonly ReleasedProduct[],
  { contexts, files, memory, day, netRowsOf }: NetPriceOptions,
): readonly NetPriceFile[] {
  const tiers = contexts[0]?.content.catalogue.tiers.all ?? [];
  const render = (product: ReleasedProduct): PricesOfProduct => {
    const { sizes = [] } = product.indexed.outline.product;
    const rows = netRowsOf(product);
    return contexts.map((context) => {
      if (!isSoldIn(product.listed, context.locale)) return undefined;
      const priced = withProduct(context, rows);
      return tiers.map((tier) => JSON.stringify(renderNetPrice(tier, { sizes }, priced)));
    });
  };
  const all = products.map((product) => {
    const { key, validity } = product.indexed;
    const name = validity ? `${key} ${day}` : key;
    return [name, memory.netPrices?.get(name) ?? render(product)] as const;
  });
  memory.netPrices = new Map(all);
  const written = contexts.flatMap(({ locale }, at) =>
    tiers.map((tier, tierAt) => {
      const entries = products.flatMap(({ sku }, index) => {
        const price = all[index]?.[1][at]?.[tierAt];
        return price === undefined ? [] : `${JSON.stringify(sku)}:${price}`;
      });
      return { tier, locale, bytes: Buffer.from(`{${entries.join()}}`) };
    }),
  );
  writeLinked(
    written.map(({ tier, locale, bytes }) => [privateFiles.netPrices(tier, locale), bytes]),
    files,
  );
  return written;
}

/**
 * Writes the price lists of a release, as JSON and as CSV. `products` are sorted by SKU. Renders one tier of a country
 * after the other, because all lists of a large catalogue do not fit in memory.
 */
export async function writePriceLists(
  release: string,
  products: readonly ReleasedProduct[],
  {
    contexts,
    netPrices,
    files,
  }: {
    contexts: readonly CatalogueContext[];
    netPrices: readonly NetPriceFile[];
    files: ReleaseFiles;
  },
): Promise<void> {
  const factsIn = new Map(contexts.map((context) => [context.locale, listedIn(products, context)]));
  // The locales of a country have the same products, prices and currency.
  const groups = groupBy(netPrices, ({ tier, locale }) => `${tier} ${localeFacts[locale].market}`);
  let writing = Promise.resolve();
  for (const group of groups.values()) {
    const [{ tier, locale, bytes }] = group as [NetPriceFile];
    const shown = products.flatMap(({ sku, indexed }) => {
      const detail = indexed.locales[locale];
      return detail === undefined ? [] : [[sku, detail] as const];
    });
    const net: NetPrices = JSON.parse(bytes.toString());
    const list = toPriceList({ release, tier, locale }, shown, net);
    const pathsOf = (extension: 'json' | 'csv', locales: readonly Locale[]) =>
      locales.map((each) => privateFiles.priceList(tier, each, extension)) as unknown as Paths;
    const json = Buffer.from(JSON.stringify(list));
    const tables = group.map((each) => {
      const csv = renderPriceListCsv(list, factsIn.get(each.locale) ?? new Map(), each.locale);
      return { paths: pathsOf('csv', [each.locale]), bytes: Buffer.from(csv) };
    });
    // The lists before are compressed meanwhile, on threads of Node.js.
    await writing;
    const locales = group.map((each) => each.locale);
    writing = files.write([{ paths: pathsOf('json', locales), bytes: json }, ...tables]);
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

/**
 * Returns the answer of `/v1/products/pricing` for a tier in a locale. `products` are those of the locale, sorted by SKU.
 * Throws an error if a product has no net price: it must be neither left out nor sold at MSRP.
 */
export function toPriceList(
  { release, tier, locale }: { release: string; tier: string; locale: Locale },
  products: readonly (readonly [sku: string, Pick<IndexedDetail, 'msrp' | 'sizes' | 'upcoming'>])[],
  netPrices: NetPrices,
): CatalogPricing {
  const { currency } = localeFacts[locale];
  const entries = products.map(([sku, { msrp, sizes, upcoming }]) => {
    const netPrice = Object.hasOwn(netPrices, sku) ? netPrices[sku] : undefined;
    if (netPrice === undefined) throw new Error(`${sku} has no net price of ${tier} in ${locale}`);
    return toCatalogEntry(
      { sku, pricing: { currency, msrp, sizes, ...(upcoming && { upcoming }) } },
      netPrice,
    );
  });
  return { release, currency, priceTier: tier, products: entries };
}

/** Writes files at their paths; files with equal bytes, as of locales with one currency, are hard links. */
function writeLinked(
  written: readonly (readonly [path: string, bytes: Buffer])[],
  files: ReleaseFiles,
): void {
  const byHash = new Map<string, { paths: [string, ...string[]]; bytes: Buffer }>();
  for (const [path, bytes] of written) {
    // The extension decides how a file is compressed.
    const key = `${path.split('.').at(-1)} ${sha256(bytes)}`;
    const equal = byHash.get(key);
    if (equal) equal.paths.push(path);
    else byHash.set(key, { paths: [path], bytes });
  }
  files.write([...byHash.values()] satisfies { paths: Paths; bytes: Buffer }[]);
}
