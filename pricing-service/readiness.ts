/**
 * Decides whether the service is ready: once it has reached Redis and listens. It stays ready during a later outage of
 * Redis, because all instances share Redis and cached checks still work. It is not ready while Redis holds no accounts,
 * or while a private file of the current release is missing, because an operator has to act then.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NoAccountsError } from './registry/failures.ts';
import { type Releases, UnreadableFile } from './releases.ts';

/** The readiness of the service. Call the first three when the service has reached Redis, listens, begins to stop. */
export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Returns why the service is not ready, or undefined if it is ready. */
  whyNot(): Promise<string | undefined>;
}

/**
 * Creates the object that decides whether the service is ready. `assertHoldsAccounts` rejects with `NoAccountsError` if
 * Redis holds none, and with another error if it does not reply.
 */
export function createReadiness(
  assertHoldsAccounts: () => Promise<void>,
  releases: Pick<Releases, 'open'>,
): Readiness {
  const missing = new Set(['Redis has not been reached yet', 'not listening yet']);
  let isStopping = false;
  return {
    reachedRedis: () => void missing.delete('Redis has not been reached yet'),
    listening: () => void missing.delete('not listening yet'),
    stopping: () => {
      isStopping = true;
    },
    async whyNot() {
      if (isStopping) return 'stopping';
      if (missing.size > 0) return [...missing].join(', ');
      const error: unknown = await assertHoldsAccounts().catch((cause: unknown) => cause);
      return error instanceof NoAccountsError ? error.message : describeFault(releases);
    },
  };
}

/** Returns why the current release cannot be read, or undefined if its private files have the sizes of the manifest. */
export async function describeFault(releases: Pick<Releases, 'open'>): Promise<string | undefined> {
  try {
    const { folder, privateFiles } = await releases.open(undefined);
    if (privateFiles.size === 0) throw new UnreadableFile(join(folder, 'private'), noPrices);
    for (const [name, { size }] of privateFiles) {
      const path = join(folder, name);
      const found = await stat(path).catch((cause: unknown) => {
        throw new UnreadableFile(path, cause);
      });
      if (found.size !== size) throw new UnreadableFile(path, wrongSize);
    }
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

const noPrices = new Error('the release has no net prices on this machine');
const wrongSize = new Error('it has another size than in the manifest');
