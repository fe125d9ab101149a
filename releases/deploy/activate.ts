/**
 * Makes a release current: its net prices into Redis first, then the link. `dist/current` alone says what is
 * served, publicly and with a key (design section 4).
 */
import { redisKeys } from '../../contract/redis-keys.ts';
import { type RedisConnection, withRedis } from '../../redis/connect.ts';
import type { PreparedChanges } from '../changes/write-changes.ts';
import { hasNetPrices, loadNetPrices } from '../prices/load-prices.ts';
import { execTransaction, expireOtherReleases } from '../prices/redis-releases.ts';
import { linkedRelease, readManifest, releaseFolder } from '../release-store.ts';
import { swapRelease } from './swap.ts';

export interface ActivateOptions {
  /** The build's output folder. */
  readonly out: string;
  /** Where net prices are kept; undefined where no pricing service asks for them. */
  readonly redisUrl?: string | undefined;
  /** Whether net prices that Redis lacks are loaded; otherwise a release without them does not become current. */
  readonly loadsPrices?: boolean | undefined;
  /** Milliseconds since 1970; now by default. */
  readonly nowMs?: number;
  /** See `PreparedChanges`. */
  readonly knownReleases?: number | undefined;
}

export interface Activation {
  /** False if Redis lacks its net prices and they were not to be loaded; then nothing was changed. */
  readonly isCurrent: boolean;
  /** True if its net prices were loaded, false if Redis had them; undefined without Redis. */
  readonly hasLoadedPrices?: boolean;
  /** The release that was current before. */
  readonly before: string | undefined;
}

/**
 * Makes a release current. It can be killed at any moment and run again: until the link is swapped, what is
 * served stays. Call it within `whileBuilding`. Throws `ReleaseError` for what the file system refuses, and
 * `ExpectedError` if Redis cannot be reached or refuses a write.
 */
export async function activate(
  release: string,
  { redisUrl, ...options }: ActivateOptions,
): Promise<Activation> {
  if (redisUrl === undefined) {
    return { isCurrent: true, before: await swapRelease(toSwap(release, options)) };
  }
  return withRedis(redisUrl, 'Redis refused the net prices', (redis) =>
    activateWith(redis, release, options),
  );
}

/** The same over a connection; rejects with what Redis and the file system say. */
export async function activateWith(
  redis: RedisConnection,
  release: string,
  options: Omit<ActivateOptions, 'redisUrl'>,
): Promise<Activation> {
  const { out, loadsPrices = false } = options;
  const before = await linkedRelease(out, 'current');
  if (!loadsPrices && !(await hasNetPrices(redis, release))) return { isCurrent: false, before };
  const hasLoadedPrices = await loadNetPrices(redis, out, release, { base: before });
  await swapRelease(toSwap(release, options));
  await cleanUp(redis, out);
  return { isCurrent: true, hasLoadedPrices, before };
}

function toSwap(
  release: string,
  { out, nowMs = Date.now(), knownReleases }: ActivateOptions,
): PreparedChanges {
  return { out, release, nowMs, knownReleases };
}

/**
 * After the swap: the tiers that accounts may have, and a TTL for prices that nobody needs any more. Another deploy
 * may swap the link meanwhile: the tiers are those of the release that is current in the end.
 */
async function cleanUp(redis: RedisConnection, out: string): Promise<void> {
  const { deployedTiers } = redisKeys;
  const readCurrent = () => linkedRelease(out, 'current');
  let written: string | undefined;
  for (let id = await readCurrent(); id !== written && id !== undefined; id = await readCurrent()) {
    const { tiers } = await readManifest(releaseFolder(out, id));
    const transaction = redis.multi().del(deployedTiers);
    await execTransaction(transaction.sadd(deployedTiers, ...tiers));
    written = id;
  }
  const links = [await linkedRelease(out, 'current'), await linkedRelease(out, 'previous')];
  await expireOtherReleases(
    redis,
    links.flatMap((id) => id ?? []),
  );
}
