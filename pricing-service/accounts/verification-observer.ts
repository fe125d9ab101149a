/** How verifications are watched: metrics count them, the verifier needs to know of no metric. */
import type { ProblemCode } from '../../contract/problems.ts';

/** What came of it: `accepted`, or the problem that was thrown. */
export type VerificationOutcome = 'accepted' | ProblemCode;

/**
 * What it is based on: the `checksum` alone, a reading that is remembered (`cache`), one of `redis`, or
 * one that another request had begun (`coalesced`).
 */
export type VerificationSource = 'checksum' | 'cache' | 'redis' | 'coalesced';

/** Called once a verification, when its outcome is known. It must not throw. */
export type ObserveVerification = (
  outcome: VerificationOutcome,
  source: VerificationSource,
) => void;
