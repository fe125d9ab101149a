/**
 * Whether the service is to be sent requests. Redis has to have been reached once; that it is away later
 * changes nothing here: every instance asks the same one, and remembered verifications still answer
 * (decision 39).
 */
export interface Readiness {
  reachedRedis(): void;
  listening(): void;
  stopping(): void;
  /** Why it is not ready, or undefined when it is. */
  whyNot(): string | undefined;
}

/** It is not ready at first. */
export function createReadiness(): Readiness {
  const missing = new Set(['Redis has not been reached yet', 'not listening yet'] as const);
  let isStopping = false;
  return {
    reachedRedis: () => void missing.delete('Redis has not been reached yet'),
    listening: () => void missing.delete('not listening yet'),
    stopping: () => {
      isStopping = true;
    },
    whyNot: () => (isStopping ? 'stopping' : [...missing].join(', ') || undefined),
  };
}
