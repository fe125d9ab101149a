/** Converts errors of `npm run keys` and `npm run backup` to a message with the remedy. */
import { ReplyError } from 'ioredis';
import { ZodError } from 'zod';
import { redactKeys } from '../../contract/api-key.ts';
import { UnreachableError } from '../../redis/connect.ts';
import {
  ChangeRefused,
  DamagedRecord,
  NoAccountsError,
  OutcomeUnknown,
  UnfinishedRestoreError,
} from '../registry/failures.ts';

/** Exit codes of `npm run keys` and `npm run backup`. */
export const exitCodes = {
  done: 0,
  /** Refused, and nothing was changed; or a list lacks damaged records. */
  refused: 1,
  /** Invalid arguments or settings; Redis was not contacted. */
  usage: 2,
  /** Redis cannot be reached or refuses the command; nothing was changed. */
  unavailable: 3,
  /** The change was made but may be lost: no append-only file, or no acknowledgement by a replica. */
  unsafe: 4,
  /** The command may be done in part; the message says what is known. */
  unknown: 5,
  /** A bug of the program, or its output could not be written. */
  bug: 70,
} as const;

/** Thrown for invalid arguments or settings. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown if the command cannot be carried out; the message contains the remedy. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Thrown if a command was carried out in part; the message has the present state and the remedy. */
export class CommandIncomplete extends Error {
  override readonly name = 'CommandIncomplete';
}

/** Thrown before anything is changed if the result of a command, a new key, cannot be shown. */
export class UnwritableOutput extends Error {
  override readonly name = 'UnwritableOutput';
}

/** Errors that only a bug of the program causes. */
const programErrors = [TypeError, RangeError, ReferenceError, SyntaxError, ZodError];

/** Returns one line, or the stack for a bug of the program, without keys, and the exit code. */
export function toFailure(error: Error): { readonly text: string; readonly exitCode: number } {
  if (programErrors.some((type) => error instanceof type)) {
    return { text: redactKeys(error.stack ?? error.message), exitCode: exitCodes.bug };
  }
  const [text, exitCode] = explain(error);
  // Messages of libraries may have several lines.
  return { text: redactKeys(text.replaceAll(/\s+/g, ' ')), exitCode: exitCodes[exitCode] };
}

function explain(error: Error): [text: string, exitCode: keyof typeof exitCodes] {
  const { message } = error;
  if (error instanceof UsageError) return [message, 'usage'];
  if (error instanceof UnwritableOutput) return [message, 'bug'];
  if (error instanceof CommandIncomplete) return [message, 'unknown'];
  if (error instanceof ChangeRefused) return [explainRefusal(error), 'refused'];
  if (error instanceof NoAccountsError && !(error instanceof UnfinishedRestoreError)) {
    const next = `if it is a new one, add the first account: ${command} account add …`;
    return [`${message}; ${next}`, 'refused'];
  }
  const refusals = [CommandRefused, UnfinishedRestoreError, DamagedRecord];
  if (refusals.some((type) => error instanceof type)) return [message, 'refused'];
  if (error instanceof OutcomeUnknown) {
    return [
      `the connection to Redis was lost during the change (${message}): check with account show, key list or audit, and run the command again if necessary; if Redis has stopped, see its log: a full disk stops it`,
      'unknown',
    ];
  }
  if (error instanceof UnreachableError) return [message, 'unavailable'];
  if (error instanceof ReplyError) {
    return [`Redis refused, and nothing was changed: ${message}`, 'unavailable'];
  }
  return [`the connection to Redis (REDIS_URL) was lost: ${message}`, 'unavailable'];
}

/** The shell command, as messages and help name it. */
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
