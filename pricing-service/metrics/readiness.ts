/**
 * Decides whether the service is ready. The service becomes ready once it has reached Redis and listens, and
 * stays ready during a later outage of Redis: all instances share Redis, and cached verifications
 * still work. It is not ready while Redis holds no accounts, or while the current release
 * cannot be read, because an operator has to act then, nor while the service is stopping.
 */
import { NoAccountsError } from '../accounts/no-accounts.ts';

/**
 * The readiness of the service. Call `reachedRedis`, `listening` and `stopping` when the service has reached Redis,
 * listens, and begins to stop.
 */
export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Returns why the service is not ready, or undefined if it is ready. */
  whyNot(): Promise<string | undefined>;
}

/** The checks on which the readiness depends. */
export interface ReadinessSources {
  /**
   * Resolves if Redis holds accounts; rejects with `NoAccountsError` if it holds none, and with another error if it
   * does not reply.
   */
  assertHoldsAccounts(): Promise<void>;
  /** Returns a message if a private file of the current release is missing, otherwise undefined. */
  describeReleaseFault(): Promise<string | undefined>;
}

/**
 * Creates the object that decides whether the service is ready. It is not ready before `reachedRedis` and `listening`
 * are called, after `stopping`, and while Redis holds no accounts or the current release cannot be read.
 */
export function createReadiness({
  assertHoldsAccounts,
  describeReleaseFault,
}: ReadinessSources): Readiness {
  const missing = new Set(['Redis has not been reached yet', 'not listening yet'] as const);
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
      return error instanceof NoAccountsError ? error.message : describeReleaseFault();
    },
  };
}
