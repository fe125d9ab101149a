/**
 * Decides whether the service is ready: once it has reached Redis and listens, also during a later
 * outage of Redis, because cached checks still work; but not while Redis holds no accounts or a
 * private file of the current release is missing, because an operator has to act then.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NoAccountsError } from './registry/failures.ts';
import { type Releases, UnreadableFile } from './releases.ts';

export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Undefined if the service is ready. */
  whyNot(): Promise<string | undefined>;
}

/**
 * Creates the readiness; `assertHoldsAccounts` rejects with `NoAccountsError` if Redis holds none.
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

/** Undefined if the private files of the current release have the sizes of the manifest. */
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
