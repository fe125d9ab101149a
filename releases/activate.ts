/** Activation: the one step that changes what is served (decision 26). */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pointAt } from '../build/output/install.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { linkedRelease, releaseFolder } from './standing.ts';

/**
 * Makes a whole release the one that is served; the one before is `previous` from now on. Killed at
 * any moment, one or the other is served. Belongs into `whileBuilding`, so that nobody removes it
 * meanwhile. Throws `ReleaseError`.
 */
export async function activateRelease(out: string, release: string): Promise<void> {
  await assertThere(out, release);
  const before = await linkedRelease(out, 'current');
  if (before === release) return;
  if (before !== undefined) await pointAt(out, 'previous', join('releases', before));
  await pointAt(out, 'current', join('releases', release));
}

/** Somebody may have removed it since it was looked at: better to fail than to serve nothing. */
async function assertThere(out: string, release: string): Promise<void> {
  try {
    await stat(join(releaseFolder(out, release), 'manifest.json'));
  } catch {
    throw new ReleaseError(`${releaseFolder(out, release)} was removed meanwhile; build again`);
  }
}
