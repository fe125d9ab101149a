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

/**
 * Writes the net prices of each tier and locale, SKU → prices in the order of `products`, and returns them. `rowsOf`
 * returns the rows of a product with its net prices and surcharges.
 */
export function writeNetPrices(
  products: readonly ReleasedProduct[],
  contexts: readonly CatalogueContext[],
  {
    files,
    rowsOf,
  }: { readonly files: ReleaseFiles; rowsOf(product: ReleasedProduct): ProductRows },
): readonly NetPriceFile[] {
  const [{ content }] = contexts as readonly [CatalogueContext];
  const shown = contexts.map((context) => ({
    context,
    lists: content.catalogue.tiers.all.map((tier) => ({ tier, texts: [] as string[] })),
  }));
  for (const product of products) {
    const { sizes = [] } = product.indexed.outline.product;
    const rows = rowsOf(product);
    for (const { context, lists } of shown) {
      if (!isSoldIn(product.listed, context.locale)) continue;
      const priced = withProduct(context, rows);
      for (const { tier, texts } of lists) {
        const price = renderNetPrice(tier, { sizes }, priced);
        texts.push(`${JSON.stringify(product.sku)}:${JSON.stringify(price)}`);
      }
    }
  }
  const written = shown.flatMap(({ context: { locale }, lists }) =>
    lists.map(({ tier, texts }) => ({ tier, locale, bytes: Buffer.from(`{${texts.join()}}`) })),
  );
  writeLinked(
    written.map(({ tier, locale, bytes }) => [privateFiles.netPrices(tier, locale), bytes]),
    files,
  );
  return written;
}

/** Writes the price lists of a release, as JSON and as CSV. `products` are sorted by SKU. */
export function writePriceLists(
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
): void {
  const factsIn = new Map(contexts.map((context) => [context.locale, listedIn(products, context)]));
  const details = products.map(({ sku, indexed }) => [sku, indexed.locales] as const);
  const rendered = netPrices.flatMap(({ tier, locale, bytes }) => {
    const shown = details.flatMap(([sku, { [locale]: detail }]) =>
      detail === undefined ? [] : [[sku, detail] as const],
    );
    const net: NetPrices = JSON.parse(bytes.toString());
    const list = toPriceList({ release, tier, locale }, shown, net);
    const pathOf = (extension: 'json' | 'csv') => privateFiles.priceList(tier, locale, extension);
    return [
      [pathOf('json'), Buffer.from(JSON.stringify(list))],
      [
        pathOf('csv'),
        Buffer.from(renderPriceListCsv(list, factsIn.get(locale) ?? new Map(), locale)),
      ],
    ] as const;
  });
  writeLinked(rendered, files);
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
  products: readonly (readonly [sku: string, Pick<IndexedDetail, 'msrp' | 'sizes'>])[],
  netPrices: NetPrices,
): CatalogPricing {
  const { currency } = localeFacts[locale];
  const entries = products.map(([sku, { msrp, sizes }]) => {
    const netPrice = Object.hasOwn(netPrices, sku) ? netPrices[sku] : undefined;
    if (netPrice === undefined) throw new Error(`${sku} has no net price of ${tier} in ${locale}`);
    return toCatalogEntry({ sku, pricing: { currency, msrp, sizes } }, netPrice);
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
