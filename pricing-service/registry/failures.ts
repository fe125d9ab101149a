/** The errors that are thrown by the functions that read and change accounts and keys. */
import { z } from 'zod';

/**
 * Validates the reason of a refused change, from the reply of a script or from `requireReleasedTier`:
 *
 * `exists`        the account to add exists already
 * `no-account`    no account has the id
 * `no-key`        the account has no key with the id
 * `restoring`     the restore of a backup has not finished
 * `not-approved`  the program of the account is `pending`
 * `full`          the account has the maximum number of active keys
 * `past`          the given time of revocation is not in the future
 * `id-taken`      the account has a key with the id of the new key
 * `revoked`       the key to replace is revoked
 * `ending`        a revocation of the key to replace is already scheduled
 * `no-tiers`      no release is deployed
 * `unknown-tier`  the deployed release has no net prices of the tier
 */
export const refusalSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['exists', 'no-account', 'no-key', 'restoring']) }),
  z.object({ outcome: z.enum(['not-approved', 'full', 'past', 'id-taken']) }),
  z.object({ outcome: z.enum(['revoked', 'ending']), revokedAt: z.string() }),
  z.object({ outcome: z.literal('no-tiers') }),
  z.object({ outcome: z.literal('unknown-tier'), tier: z.string(), tiers: z.array(z.string()) }),
]);
/** The reason of a refused change: the code `outcome`, and facts for the message. */
export type Refusal = z.infer<typeof refusalSchema>;

/** Thrown if the state of accounts and keys does not allow a change; nothing was written. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
  readonly refusal: Refusal;
  /** Id of the account to change. */
  readonly account: string;

  constructor(refusal: Refusal, account: string) {
    super(refusal.outcome);
    this.refusal = refusal;
    this.account = account;
  }
}

/** Thrown if a change was sent to Redis and no reply came: the change may or may not have been made. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** The error for a stored record that lacks a field or has an invalid one; the message contains the remedy. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';

  /** `of` names the record, such as `account acme`; `cause` is the error that reading it threw. */
  constructor(of: string, options: ErrorOptions) {
    super(
      `the record of ${of} is damaged: restore a backup (docs/operation.md, "Backup and restore")`,
      options,
    );
  }
}

/**
 * A callback for functions that read accounts or keys, such as `listKeys`: they call it with an error for each damaged
 * record that they find. If the callback returns, the reading function leaves out the record and goes on; if the
 * callback throws an error, the reading function throws this error too.
 */
export type OnDamaged = (error: DamagedRecord) => void;

/** An `OnDamaged` that throws the error, so that the reading function fails at the first damaged record. */
export const throwDamaged: OnDamaged = (error) => {
  throw error;
};
