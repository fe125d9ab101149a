/** Loads net prices into Redis for a release that a test has built without Redis. */
import { readManifest } from '../../build/output/manifest.ts';
import type { Manifest } from '../../contract/release.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import { activateWith } from '../../releases/deploy/activate.ts';
import { linkedRelease, releaseFolder } from '../../releases/release-store.ts';

/**
 * Activates the current release of an output folder again, which loads its net prices into Redis; returns its manifest.
 */
export async function loadCurrent(out: string, redis: RedisConnection): Promise<Manifest> {
  const release = (await linkedRelease(out, 'current')) ?? '';
  await activateWith(redis, release, { out, loadsPrices: true });
  return readManifest(releaseFolder(out, release));
}
