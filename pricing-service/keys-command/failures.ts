/** Converts errors of `npm run keys` and `npm run backup` to a message with the remedy, and an exit code. */
import { ReplyError } from 'ioredis';
import { ZodError } from 'zod';
import { redactKeys } from '../../contract/api-key.ts';
import { UnreachableError } from '../../redis/connect.ts';
import { ChangeRefused, DamagedRecord, OutcomeUnknown } from '../registry/failures.ts';
import { NoAccountsError, UnfinishedRestoreError } from '../registry/no-accounts.ts';
import { exitCodes } from './exit-codes.ts';

/** Thrown for invalid arguments or settings. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown if the command cannot be carried out; the message contains the remedy. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Thrown if a command was carried out in part; the message contains the present state and the remedy. */
export class CommandIncomplete extends Error {
  override readonly name = 'CommandIncomplete';
}

/**
 * Thrown, before anything is changed, if the result of a command cannot be shown, such as a new key while standard
 * output is closed.
 */
export class UnwritableOutput extends Error {
  override readonly name = 'UnwritableOutput';
}

/** How a program ends after an error: the text on standard error, and the exit code. */
export interface Failure {
  /** One line, or the stack for a bug of the program; contains no key, hash of a key, or password. */
  readonly text: string;
  readonly exitCode: number;
}

/** Errors that only a bug of the program causes. */
const programErrors = [TypeError, RangeError, ReferenceError, SyntaxError, ZodError];

/** Returns the message and the exit code for an error. For a bug of the program, the message is the stack. */
export function toFailure(error: Error): Failure {
  if (programErrors.some((type) => error instanceof type)) {
    return { text: redactKeys(error.stack ?? error.message), exitCode: exitCodes.bug };
  }
  const [text, exitCode] = explain(error);
  // Messages of libraries may have several lines.
  return { text: redactKeys(text.replaceAll(/\s+/g, ' ')), exitCode };
}

function explain(error: Error): [text: string, exitCode: number] {
  if (error instanceof UsageError) return [error.message, exitCodes.usage];
  if (error instanceof CommandRefused) return [error.message, exitCodes.refused];
  if (error instanceof UnwritableOutput) return [error.message, exitCodes.bug];
  if (error instanceof CommandIncomplete) return [error.message, exitCodes.unknown];
  if (error instanceof UnfinishedRestoreError) return [error.message, exitCodes.refused];
  if (error instanceof NoAccountsError) {
    const next = `if it is a new one, add the first account: ${command} account add …`;
    return [`${error.message}; ${next}`, exitCodes.refused];
  }
  if (error instanceof DamagedRecord) return [error.message, exitCodes.refused];
  if (error instanceof ChangeRefused) return [explainRefusal(error), exitCodes.refused];
  if (error instanceof OutcomeUnknown) {
    const next =
      'check with account show, key list or audit, and run the command again if necessary';
    const stopped = 'if Redis has stopped, see its log: a full disk stops it';
    return [
      `the connection to Redis was lost during the change (${error.message}): ${next}; ${stopped}`,
      exitCodes.unknown,
    ];
  }
  if (error instanceof UnreachableError) return [error.message, exitCodes.unavailable];
  if (error instanceof ReplyError) {
    return [`Redis refused, and nothing was changed: ${error.message}`, exitCodes.unavailable];
  }
  return [`the connection to Redis (REDIS_URL) was lost: ${error.message}`, exitCodes.unavailable];
}

/** The shell command `npm run keys --`, as messages and help name it. */
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
      return 'a restore is running or was interrupted, so nothing can be changed; if none is running, run it again: npm run backup -- restore FILE';
    case 'not-approved':
      return `${account} is pending, and only linked and approved accounts get keys; approve it first: ${command} account set ${account} --program approved`;
    case 'full':
      return `${account} has the maximum number of active keys; revoke one first: ${command} key revoke ${account} <key id>`;
    case 'revoked':
      return `the key was revoked at ${refusal.revokedAt}; create another: ${command} key create ${account} --label …`;
    case 'ending':
      return `the key is already being replaced and ends at ${refusal.revokedAt}; to revoke it now: ${command} key revoke ${account} <key id>`;
    case 'past':
      return 'the time of --revoke-at is past; give a later one, or --grace 0 for now';
    case 'unknown-tier':
      return `the deployed catalogue has no tier "${refusal.tier}", but ${refusal.tiers.join(', ')}`;
    case 'no-tiers':
      return 'there is no current release in DIST_DIR, so no tiers are known; deploy one first: npm run deploy';
    case 'id-taken':
      return 'the id of the new key is taken; run the command again';
  }
}
