/**
 * Makes a release current: its net prices into Redis first, then the link. `dist/current` alone says what is
 * served, publicly and with a key (design section 4).
 */
import { ReleaseError } from '../../build/output/release-error.ts';
import { ExpectedError } from '../../console/errors.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { connect, type RedisConnection } from '../prices/connect.ts';
import { hasNetPrices, loadNetPrices } from '../prices/load-prices.ts';
import { execTransaction, expireOtherReleases } from '../prices/redis-releases.ts';
import { activateRelease, linkedRelease, readManifest, releaseFolder } from '../release-store.ts';

export interface ActivateOptions {
  /** The build's output folder. */
  readonly out: string;
  /** Where net prices are kept; undefined where no pricing service asks for them. */
  readonly redisUrl?: string | undefined;
  /** Whether net prices that Redis lacks are loaded; otherwise a release without them does not become current. */
  readonly loadsPrices?: boolean | undefined;
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
  { out, redisUrl, loadsPrices = false }: ActivateOptions,
): Promise<Activation> {
  if (redisUrl === undefined) {
    const before = await linkedRelease(out, 'current');
    await activateRelease(out, release);
    return { isCurrent: true, before };
  }
  return withRedis(redisUrl, (redis) => activateWith(redis, release, { out, loadsPrices }));
}

/** The same over a connection; rejects with what Redis and the file system say. */
export async function activateWith(
  redis: RedisConnection,
  release: string,
  { out, loadsPrices = false }: Omit<ActivateOptions, 'redisUrl'>,
): Promise<Activation> {
  const before = await linkedRelease(out, 'current');
  if (!loadsPrices && !(await hasNetPrices(redis, release))) return { isCurrent: false, before };
  const hasLoadedPrices = await loadNetPrices(redis, out, release, { base: before });
  await activateRelease(out, release);
  await cleanUp(redis, out, release);
  return { isCurrent: true, hasLoadedPrices, before };
}

/** After the swap: the tiers that accounts may have, and a TTL for prices that nobody needs any more. */
async function cleanUp(redis: RedisConnection, out: string, release: string): Promise<void> {
  const { tiers } = await readManifest(releaseFolder(out, release));
  const { deployedTiers } = redisKeys;
  await execTransaction(
    redis
      .multi()
      .del(deployedTiers)
      .sadd(deployedTiers, ...tiers),
  );
  const links = [await linkedRelease(out, 'current'), await linkedRelease(out, 'previous')];
  await expireOtherReleases(
    redis,
    links.flatMap((id) => id ?? []),
  );
}

async function withRedis<Result>(
  url: string,
  work: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  const redis = await connect(url);
  try {
    return await work(redis);
  } catch (cause) {
    if (cause instanceof ExpectedError || cause instanceof ReleaseError) throw cause;
    const { name, message } = cause as Error;
    // What Redis answers is a reply or a broken connection, and no fault of our own.
    if (name !== 'ReplyError' && redis.status === 'ready') throw cause;
    throw new ExpectedError(`Redis refused the net prices: ${message}`, { cause });
  } finally {
    redis.disconnect();
  }
}
