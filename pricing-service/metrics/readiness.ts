/**
 * Whether the service is ready for requests. Redis must have been reached once; an outage later changes
 * nothing here: every instance asks the same one, and remembered verifications still answer (decision
 * 39). A Redis without accounts does, and so does one without the prices of the release that is served: an
 * operator has to act (decisions 50 and 28).
 */
import { NoAccountsError } from '../accounts/no-accounts.ts';

export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Returns why it is not ready, or undefined if it is. */
  whyNot(): Promise<string | undefined>;
}

export interface ReadinessSources {
  /** Rejects with `NoAccountsError` if Redis holds no accounts. */
  findAccounts(): Promise<void>;
  /** Returns why answers are not made from the release that is served. */
  findReleaseFault(): Promise<string | undefined>;
}

/** It is not ready at first. */
export function createReadiness({ findAccounts, findReleaseFault }: ReadinessSources): Readiness {
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
      const fault: unknown = await findAccounts().catch((error: unknown) => error);
      return fault instanceof NoAccountsError ? fault.message : findReleaseFault();
    },
  };
}
