/**
 * Makes a release current: first loads its net prices into Redis, then replaces the link `dist/current`. This
 * link alone decides which release is served, to requests with and without an API key (design section 4).
 */
import { readManifest } from '../../build/output/manifest.ts';
import { ExpectedError } from '../../console/errors.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import type { ReleaseSwap } from '../changes/write-changes.ts';
import type { Pin } from '../pin.ts';
import { hasNetPrices, loadNetPrices } from '../prices/load-prices.ts';
import { execTransaction, expireOtherReleases } from '../prices/redis-releases.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import { type PinChange, swapRelease } from '../swap.ts';

/** Options of `activate`. */
export interface ActivateOptions extends PinChange {
  /** The build's output folder. */
  readonly out: string;
  /** URL of the Redis that holds net prices; undefined if there is no pricing service. */
  readonly redisUrl?: string | undefined;
  /**
   * If true, loads the net prices into Redis if Redis lacks them. If false (the default), a release whose prices
   * Redis lacks does not become current.
   */
  readonly loadsPrices?: boolean | undefined;
  /** Time of the activation in milliseconds since 1970; now by default. */
  readonly nowMs?: number;
  /** Maximum number of earlier releases in the history of activations; `retention.releases` by default. */
  readonly knownReleases?: number | undefined;
}

/**
 * The result of an activation: whether the release is current now, whether its net prices were loaded, which release
 * was current before, and the error of a step after the switch.
 */
export interface Activation {
  /**
   * True if the release was made current; false if nothing was changed, because Redis lacks its net prices and the
   * option `loadsPrices` was false. It may then have been current before.
   */
  readonly isCurrent: boolean;
  /**
   * True if the net prices were loaded, false if Redis already had them; missing without Redis or if `isCurrent` is
   * false.
   */
  readonly hasLoadedPrices?: boolean;
  /** Id of the release that was current before, or undefined if there was none. */
  readonly before: string | undefined;
  /** The pin because of which nothing was changed; missing if none prevented the activation. */
  readonly pinned?: Pin | undefined;
  /**
   * The error of the steps in Redis after the switch: loading prices that Redis has lost, storing the tiers of the
   * release, setting a TTL on unused prices. Missing if these steps did not fail. Not thrown at once, because the
   * release is current; `runHookAfter` throws it later.
   */
  readonly cleanUpFailure?: ExpectedError;
}

/**
 * Makes a release current by switching the link `current`. If `redisUrl` is set and Redis lacks the net prices of the
 * release, first loads them if `loadsPrices` is true; if it is false, changes nothing and returns `isCurrent: false`.
 * May be killed at any moment and run again: until the link is switched, the previous release stays current. Must be
 * called within `whileBuilding`, so that no release is removed meanwhile. Throws the errors of `swapRelease`,
 * `ReleaseError` if the prices of the release cannot be read, and `ExpectedError` if `redisUrl` is invalid, Redis
 * cannot be reached, or a command of Redis fails before the switch.
 */
export async function activate(
  release: string,
  { redisUrl, ...options }: ActivateOptions,
): Promise<Activation> {
  if (redisUrl === undefined) {
    const swapped = await swapRelease(toSwap(release, options));
    return { isCurrent: swapped.pinned === undefined, ...swapped };
  }
  // Imported only here: loading ioredis doubles the start of a command that uses no Redis.
  const { withRedis } = await import('../../redis/connect.ts');
  return withRedis(redisUrl, 'Redis refused the net prices', (redis) =>
    activateWith(redis, release, options),
  );
}

/**
 * Does the work of `activate` over an open Redis connection, which the caller closes. Returns `isCurrent: false` if
 * Redis lacks the net prices and `loadsPrices` is not true. Rejects with the errors of `swapRelease`, with
 * `ReleaseError` if the prices of the release cannot be read, and with the original errors of Redis.
 */
export async function activateWith(
  redis: RedisConnection,
  release: string,
  options: Omit<ActivateOptions, 'redisUrl'>,
): Promise<Activation> {
  const { out, loadsPrices = false } = options;
  const base = await linkedRelease(out, 'current');
  if (!loadsPrices && !(await hasNetPrices(redis, release))) {
    return { isCurrent: false, before: base };
  }
  let hasLoadedPrices = await loadNetPrices(redis, out, release, { base });
  const { before, pinned } = await swapRelease(toSwap(release, options));
  if (pinned) return { isCurrent: false, before, pinned };
  let cleanUpFailure: ExpectedError | undefined;
  try {
    // Redis may have lost its data since.
    if (!(await hasNetPrices(redis, release))) {
      hasLoadedPrices = await loadNetPrices(redis, out, release);
    }
    await cleanUp(redis, out);
  } catch (cause) {
    const message = `release ${release} is current, but Redis may lack its net prices, its tiers and the TTLs of unused prices: ${(cause as Error).message}; run the command again`;
    cleanUpFailure = new ExpectedError(message, { cause });
  }
  return { isCurrent: true, hasLoadedPrices, before, ...(cleanUpFailure && { cleanUpFailure }) };
}

function toSwap(
  release: string,
  { out, nowMs = Date.now(), knownReleases, pin, unpins }: ActivateOptions,
): ReleaseSwap & PinChange {
  return { out, release, nowMs, knownReleases, pin, unpins };
}

/**
 * Runs after the link was switched: stores the price tiers of the current release in Redis (the tiers that accounts
 * may have), and sets a TTL on the prices of all releases except the current and the previous one. If another
 * deploy has switched the link meanwhile, stores the tiers of its release, too, so that the tiers in Redis are
 * those of the current release.
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
