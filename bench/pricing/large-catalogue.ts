/** Stores the prices of a large catalogue in Redis without building one, by repeating the sample's prices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { readIndex } from '../../build/output/read-index.ts';
import type { PricedProduct } from '../../contract/net-pricing.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type Manifest, manifestFile, manifestSchema } from '../../contract/release.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import { openPrices, packCatalogPricing } from '../../releases/prices/released-prices.ts';
import { skuOf } from '../build/generate-catalogue.ts';

/** A large catalogue: its number of products, and the only price tier whose prices are stored. */
export interface LargeCatalogue {
  readonly tier: string;
  readonly products: number;
}

/**
 * Generates prices of `products` products for `tier` and the default locale of the release in `folder`. Stores them in
 * Redis as that release's answer to `/v1/products/pricing`, compressed with gzip. Returns the compressed size in bytes.
 */
export async function loadLarge(
  redisUrl: string,
  folder: string,
  { tier, products }: LargeCatalogue,
): Promise<number> {
  const manifest = await readManifest(folder);
  const { release, defaultLocale: locale } = manifest;
  const prices = openPrices(folder, manifest, await readIndex(folder));
  const net = await prices.netPrices(tier, locale);
  const bases = [...prices.publicPrices(locale)];
  const copies = Array.from({ length: products }, (_, at) => {
    const { sku, pricing } = bases[at % bases.length] as PricedProduct;
    const { net: brackets = [], surcharges = {} } = net[sku] ?? {};
    const product = { sku: skuOf(sku, at), pricing: { ...pricing, msrp: move(pricing.msrp, at) } };
    return { product, netPrice: { net: move(brackets, at), surcharges } };
  });
  copies.sort((a, b) => (a.product.sku < b.product.sku ? -1 : 1));
  const netCopies = copies.map(({ product, netPrice }) => [product.sku, netPrice] as const);
  const packed = await packCatalogPricing(
    { tier, locale },
    copies.map(({ product }) => product),
    Object.fromEntries(netCopies),
  );
  const redis = new Redis(redisUrl);
  await redis.hset(redisKeys.catalog(release), redisKeys.catalogField(tier, locale), packed);
  redis.disconnect();
  return packed.length;
}

/**
 * Returns price brackets with an amount of 0.00 to 9.96 dollars added to each price. The amount depends on `at`, the
 * number of the product: without it, many products would have the same prices, and these would compress better than
 * real ones.
 */
function move(brackets: readonly PriceTier[], at: number): PriceTier[] {
  const cents = (at % 997) / 100;
  return brackets.map((bracket) => ({
    ...bracket,
    price: Number((bracket.price + cents).toFixed(2)),
  }));
}

async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
}
