/**
 * Makes a release current: its net prices into Redis first, then the link. `dist/current` alone says what is
 * served, publicly and with a key (design section 4).
 */
import { redisKeys } from '../../contract/redis-keys.ts';
import { type RedisConnection, withRedis } from '../prices/connect.ts';
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
  return withRedis(redisUrl, 'Redis refused the net prices', (redis) =>
    activateWith(redis, release, { out, loadsPrices }),
  );
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
  await cleanUp(redis, out);
  return { isCurrent: true, hasLoadedPrices, before };
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
