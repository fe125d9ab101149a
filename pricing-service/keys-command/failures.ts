/** Why the command ends other than well, in one line that says what to do. */
import { ReplyError } from 'ioredis';
import { ZodError } from 'zod';
import { hideKeys } from '../../contract/api-key.ts';
import { NoAccountsError, UnfinishedRestoreError } from '../accounts/no-accounts.ts';
import { ChangeRefused, OutcomeUnknown } from '../accounts/registry/failures.ts';
import { exitCodes } from './exit-codes.ts';

/** Thrown for wrong arguments or settings. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown when a command cannot do what it is asked; the message says what would do. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Thrown when a command has done a part of what it was asked; the message says what is so now, and what to do. */
export class CommandIncomplete extends Error {
  override readonly name = 'CommandIncomplete';
}

/** Thrown when Redis cannot be reached. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export interface Failure {
  /** What to tell, without a line's end; never a key, a hash of one, or a password. */
  readonly text: string;
  readonly exitCode: number;
}

/** Errors that only a mistake in the program makes. */
const faults = [TypeError, RangeError, ReferenceError, SyntaxError, ZodError];

/** What to tell of an error, and how to end. */
export function toFailure(error: Error): Failure {
  if (faults.some((fault) => error instanceof fault)) {
    return { text: hideKeys(error.stack ?? error.message), exitCode: exitCodes.fault };
  }
  const [text, exitCode] = explain(error);
  // Messages of others may have several lines.
  return { text: hideKeys(text.replaceAll(/\s+/g, ' ')), exitCode };
}

function explain(error: Error): [text: string, exitCode: number] {
  if (error instanceof UsageError) return [error.message, exitCodes.usage];
  if (error instanceof CommandRefused) return [error.message, exitCodes.refused];
  if (error instanceof CommandIncomplete) return [error.message, exitCodes.unknown];
  if (error instanceof UnfinishedRestoreError) return [error.message, exitCodes.refused];
  if (error instanceof NoAccountsError) {
    const next = `if it is a new one, add the first account: ${command} account add …`;
    return [`${error.message}; ${next}`, exitCodes.refused];
  }
  if (error instanceof ChangeRefused) return [explainRefusal(error), exitCodes.refused];
  if (error instanceof OutcomeUnknown) {
    const next = 'look with account show, key list or audit, and run it again if need be';
    const stopped = 'if Redis has stopped, its log says why: a full disk stops it';
    return [
      `the connection to Redis was lost over the change (${error.message}): ${next}; ${stopped}`,
      exitCodes.unknown,
    ];
  }
  if (error instanceof ReplyError) {
    return [`Redis refused, and nothing was changed: ${error.message}`, exitCodes.away];
  }
  return [`cannot reach Redis (REDIS_URL): ${error.message}`, exitCodes.away];
}

/** The beginning of a command that one may type. */
export const command = 'npm run keys --';

function explainRefusal({ refusal, account }: ChangeRefused): string {
  switch (refusal.outcome) {
    case 'exists':
      return `there is an account "${account}" already; change it: ${command} account set ${account} …`;
    case 'no-account':
      return `no account "${account}"; add it: ${command} account add ${account} --name … --tier … --program …`;
    case 'no-key':
      return `${account} has no such key; its keys and their ids: ${command} key list ${account}`;
    case 'restoring':
      return 'a backup is being restored, or a restore was interrupted, so that nothing can be changed; when no restore runs, run it again: npm run backup -- restore FILE';
    case 'not-approved':
      return `${account} is pending, and only linked and approved accounts get keys; approve it first: ${command} account set ${account} --program approved`;
    case 'full':
      return `${account} has as many active keys as it may have; revoke one first: ${command} key revoke ${account} <key id>`;
    case 'revoked':
      return `the key is revoked since ${refusal.revokedAt}; create another: ${command} key create ${account} --label …`;
    case 'ending':
      return `the key is being replaced already and revoked at ${refusal.revokedAt}; to revoke it now: ${command} key revoke ${account} <key id>`;
    case 'past':
      return 'the moment of --revoke-at is past; name one to come, or --grace 0 for now';
    case 'unknown-tier':
      return `the deployed catalogue has no tier "${refusal.tier}", but ${refusal.tiers.join(', ')}`;
    case 'no-tiers':
      return 'no catalogue is deployed, so that no tiers are known; deploy one first: npm run deploy';
    case 'id-taken':
      return 'the id of the new key is taken; run it again';
  }
}
