/** How an operation on accounts and keys can end other than well. */
import { z } from 'zod';

/** Why a change was refused; the scripts and `requireReleasedTier` say so. */
export const refusalSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['exists', 'no-account', 'no-key', 'restoring']) }),
  z.object({ outcome: z.enum(['not-approved', 'full', 'past', 'id-taken']) }),
  z.object({ outcome: z.enum(['revoked', 'ending']), revokedAt: z.string() }),
  z.object({ outcome: z.literal('no-tiers') }),
  z.object({ outcome: z.literal('unknown-tier'), tier: z.string(), tiers: z.array(z.string()) }),
]);
export type Refusal = z.infer<typeof refusalSchema>;

/** Thrown when the state of accounts and keys does not allow a change; nothing was written. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
  readonly refusal: Refusal;
  /** The account that it was about. */
  readonly account: string;

  constructor(refusal: Refusal, account: string) {
    super(refusal.outcome);
    this.refusal = refusal;
    this.account = account;
  }
}

/** Thrown when a change was sent to Redis and no answer came: it may have been made, or not. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
