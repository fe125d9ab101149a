/**
 * Loads the net prices of a release into Redis (decisions.md, "One link activates a release"). The
 * names of the Redis keys contain the release id, so that the prices of other releases, which
 * pricing services may be reading, do not change.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../../build/output/manifest.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { indexFile, type ReleaseIndex, readIndex } from '../../build/output/release-index.ts';
import { markDamaged } from '../../build/output/stamps.ts';
import { isFileSystemError } from '../../console/errors.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import type { PricedProduct } from '../../contract/net-pricing.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type Manifest, privateFiles } from '../../contract/release.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import { releaseFolder } from '../release-store.ts';
import { execTransaction } from './redis-releases.ts';
import { openPrices, packCatalogPricing } from './released-prices.ts';

/** Number of products written per Redis command, so that no command blocks the server for long. */
const batchSize = 500;

/** Options of `loadNetPrices`. */
export interface LoadPricesOptions {
  /**
   * Id of a release to copy unchanged prices from, if its prices are in Redis and its manifest and index can be read.
   */
  readonly base?: string | undefined;
}

/**
 * Returns true if all net prices of a release were loaded into Redis and have not expired. Checks only the Redis key
 * that is written last and expires first. Rejects with errors of Redis.
 */
export async function hasNetPrices(redis: RedisConnection, release: string): Promise<boolean> {
  return (await redis.exists(redisKeys.tiers(release))) === 1;
}

/**
 * Loads the net prices of a release in the output folder `out` into Redis. Loads nothing if Redis has them all. In both
 * cases removes their TTL, so that they do not expire. Returns true if it loaded them, false if Redis had them. Pricing
 * services see either all prices of the release or none. May be run again at any time, also after it was killed. Throws
 * `ReleaseError` if the release cannot be read, is damaged or lacks a price, and errors of Redis.
 */
export async function loadNetPrices(
  redis: RedisConnection,
  out: string,
  release: string,
  { base }: LoadPricesOptions = {},
): Promise<boolean> {
  const opened = await openForLoading(out, release);
  const { manifest } = opened;
  const keys = keysOf(opened);
  const isLoaded =
    (await hasNetPrices(redis, release)) && (await redis.exists(keys)) === keys.length;
  if (!isLoaded) {
    const from = base === release ? undefined : await openBase(redis, out, base);
    await loadRelease(redis, opened, from);
  }
  const tiers = redisKeys.tiers(release);
  const transaction = redis.multi();
  for (const key of keys) transaction.persist(key);
  // Written again even if it exists: it expires an hour before the prices that it confirms.
  transaction.del(tiers).sadd(tiers, ...manifest.tiers);
  await execTransaction(transaction);
  return !isLoaded;
}

/** An opened release: its folder, manifest and index. */
interface OpenedRelease {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
}

/** Reads a release's manifest and index. Throws `ReleaseError` if either is missing or damaged. */
async function openForLoading(out: string, release: string): Promise<OpenedRelease> {
  const folder = releaseFolder(out, release);
  try {
    const manifest = await readManifest(folder);
    return { folder, manifest, index: await readUnchangedIndex(folder, manifest) };
  } catch (cause) {
    throw new ReleaseError(
      `release ${release} is damaged: ${(cause as Error).message}; build its content again`,
      { cause },
    );
  }
}

/**
 * Reads a release's index. Throws an error if the file is missing, damaged or differs from the hash in the manifest.
 * Marks a damaged or different file first (`markDamaged`), so that the next build or pull writes it again.
 */
async function readUnchangedIndex(folder: string, { files }: Manifest): Promise<ReleaseIndex> {
  const path = join(folder, indexFile);
  try {
    const index = await readIndex(folder);
    if (index.sha256 === files[indexFile]?.sha256) return index;
    throw new Error(`${path} is changed`);
  } catch (error) {
    if (!isFileSystemError(error)) markDamaged(path);
    throw error;
  }
}

/**
 * Opens the release `base`, from which unchanged prices are copied. Returns undefined if `base` is undefined, if Redis
 * lacks the prices of that release, or if its manifest or index is missing or damaged.
 */
async function openBase(
  redis: RedisConnection,
  out: string,
  base: string | undefined,
): Promise<OpenedRelease | undefined> {
  if (base === undefined || !(await hasNetPrices(redis, base))) return undefined;
  // The guard reports a damaged base.
  return openForLoading(out, base).catch(() => undefined);
}

/** Returns every combination of a price tier of the release and a locale. */
function listsOf({ manifest }: OpenedRelease): PriceListKey[] {
  return locales.flatMap((locale) => manifest.tiers.map((tier) => ({ tier, locale })));
}

/**
 * Returns the Redis keys of a release's net prices: the key of its answers of `/v1/products/pricing`, and one key for
 * each tier and each locale with products; Redis has no key for the other locales. Does not return the completion mark
 * (`redisKeys.tiers`), the key that is written last.
 */
function keysOf(loaded: OpenedRelease): string[] {
  const { release } = loaded.manifest;
  const shown = shownLocales(loaded);
  const lists = listsOf(loaded).filter(({ locale }) => shown.includes(locale));
  const keys = lists.map(({ tier, locale }) => redisKeys.netPrices(release, tier, locale));
  return [redisKeys.catalog(release), ...keys];
}

/**
 * Returns the locales in which a release has products. Reads them from the index, because an edge has no files of net
 * prices.
 */
function shownLocales({ index }: OpenedRelease): Locale[] {
  return locales.filter((locale) =>
    index.skus().some((sku) => index.localesOf(sku).includes(locale)),
  );
}

/**
 * Writes to Redis, for every tier and locale, the net prices and the gzip form of the answer of `/v1/products/pricing`.
 * If the net and public prices of a tier and locale are the same in the release `base`, copies prices and answer from
 * there within Redis instead.
 */
async function loadRelease(
  redis: RedisConnection,
  loaded: OpenedRelease,
  base: OpenedRelease | undefined,
): Promise<void> {
  const { folder, manifest, index } = loaded;
  const { release, tiers, defaultLocale } = manifest;
  const prices = openPrices(folder, manifest, index);
  const catalog = redisKeys.catalog(release);
  await redis.persist(catalog);
  for (const locale of locales) {
    const isPublicSame = base !== undefined && hasSamePublicPrices(locale, loaded, base);
    const lists = tiers.map((tier) => ({ tier, locale }));
    const areCopied = await Promise.all(
      lists.map(async (list) => {
        const isSame = isPublicSame && hasSameNetPrices(list, manifest, base.manifest);
        return isSame && copyList(redis, list, base.manifest.release, release);
      }),
    );
    // Read once for all tiers that need them.
    let products: readonly PricedProduct[] | undefined;
    for (const [at, list] of lists.entries()) {
      if (areCopied[at]) continue;
      const { tier } = list;
      const netPrices = await prices.netPrices(tier, locale);
      products ??= [...prices.publicPrices(locale)];
      const packed = await packCatalogPricing(list, products, netPrices);
      const texts = Object.entries(netPrices).map(
        ([sku, price]) => [sku, JSON.stringify(price)] as const,
      );
      await loadPrices(redis, redisKeys.netPrices(release, tier, locale), new Map(texts));
      await redis.hset(catalog, redisKeys.catalogField(tier, locale), packed);
    }
  }
  // Not before the first price list was read: a release without prices leaves no key.
  await redis.hset(catalog, { defaultLocale });
}

/** Identifies the net prices of a release in one tier and locale. */
interface PriceListKey {
  readonly tier: string;
  readonly locale: Locale;
}

/** Returns the path, within a release, of the net prices of a tier and locale: `private/net/A3/en-CA.json`. */
function fileOf({ tier, locale }: PriceListKey): string {
  return `private/${privateFiles.netPrices(tier, locale)}`;
}

function hasSameNetPrices(list: PriceListKey, one: Manifest, other: Manifest): boolean {
  const path = fileOf(list);
  return one.files[path]?.sha256 === other.files[path]?.sha256;
}

function hasSamePublicPrices(locale: Locale, one: OpenedRelease, other: OpenedRelease): boolean {
  const [now, then] = [one.manifest.products, other.manifest.products];
  const skus = Object.keys(now);
  if (skus.length !== Object.keys(then).length) return false;
  return skus.every((sku) => {
    // Details with the same prices; most products are unchanged.
    if (now[sku] === then[sku]) return true;
    const [after, before] = [one, other].map(({ index }) => index.product(sku)?.locales[locale]);
    return (
      isDeepStrictEqual(after?.msrp, before?.msrp) && isDeepStrictEqual(after?.sizes, before?.sizes)
    );
  });
}

/**
 * Copies, within Redis, the net prices of a tier and locale and the gzip form of their answer of `/v1/products/pricing`
 * from the release `from` to the release `to`. Returns false if it copied nothing, because Redis lacks the answer or
 * the prices of `from`, as for a list without prices: both must then be loaded from the files.
 */
async function copyList(
  redis: RedisConnection,
  { tier, locale }: PriceListKey,
  from: string,
  to: string,
): Promise<boolean> {
  const keyOf = (release: string) => redisKeys.netPrices(release, tier, locale);
  const field = redisKeys.catalogField(tier, locale);
  const packed = await redis.hgetBuffer(redisKeys.catalog(from), field);
  if (packed === null) return false;
  if ((await redis.copy(keyOf(from), keyOf(to), 'REPLACE')) === 0) return false;
  await redis.persist(keyOf(to));
  await redis.hset(redisKeys.catalog(to), field, packed);
  return true;
}

/** SKU → net prices as JSON, the content of a Redis hash. */
export type PriceTexts = ReadonlyMap<string, string>;

/**
 * Makes the Redis hash `key` contain exactly the given prices, and removes its TTL. Overwrites entries in place and
 * removes surplus entries last, so that no price is missing at any moment: pricing services may be reading the same
 * hash. Rejects with errors of Redis.
 */
export async function loadPrices(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  // Entries of an earlier attempt may have a TTL, which must not end now.
  await redis.persist(key);
  const fields = [...prices].flat();
  for (let at = 0; at < fields.length; at += 2 * batchSize) {
    await redis.hset(key, ...fields.slice(at, at + 2 * batchSize));
  }
  if ((await redis.hlen(key)) > prices.size) await removeSurplus(redis, key, prices);
}

/** Removes the entries of the Redis hash `key` whose SKU is not in `prices`. */
async function removeSurplus(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  for await (const batch of redis.hscanStream(key, { count: batchSize })) {
    const skus = (batch as string[]).filter((_text, at) => at % 2 === 0);
    const surplus = skus.filter((sku) => !prices.has(sku));
    if (surplus.length > 0) await redis.hdel(key, ...surplus);
  }
}
