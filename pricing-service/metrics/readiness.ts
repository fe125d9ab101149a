/**
 * Whether the service is ready for requests. Redis must have been reached once; an outage later changes
 * nothing here: every instance asks the same one, and remembered verifications still answer (decision
 * 39). A Redis without accounts does: an operator has to act (decision 50).
 */
import { NoAccountsError } from '../accounts/no-accounts.ts';

export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Returns why it is not ready, or undefined if it is. */
  whyNot(): Promise<string | undefined>;
}

/** It is not ready at first. `findAccounts` rejects with `NoAccountsError` if Redis holds no accounts. */
export function createReadiness(findAccounts: () => Promise<void>): Readiness {
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
      return fault instanceof NoAccountsError ? fault.message : undefined;
    },
  };
}
