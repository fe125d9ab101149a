/** Adds, changes and reads accounts. */

import type { Redis } from 'ioredis';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type ChangeRisks, type RegistrySession, runChange } from './change.ts';
import { ChangeRefused, type OnDamaged, throwDamaged } from './failures.ts';
import { readEach, readRecord, replyOf, toMilliseconds } from './read-replies.ts';
import { type AccountRecord, accountIdSchema, type Program, toAccountRecord } from './records.ts';

/** An account with the number of its active keys. */
export type AccountEntry = AccountRecord & { readonly activeKeys: number };

/** Maximum number of accounts that one pipeline reads, so that a long list does not delay other commands. */
const batchSize = 500;

/**
 * Adds an account, with distributor pricing on unless it is false, and returns it. `first` is true if Redis held no account before. Throws
 * `ZodError` if the id is invalid, `ChangeRefused` (`exists` if an account has the id, or `restoring` while a backup is
 * restored), `OutcomeUnknown` if no reply came after the change was sent, and the error of the Redis client if Redis
 * cannot be reached or refuses the script.
 */
export async function addAccount(
  session: RegistrySession,
  {
    id,
    distributorPricing = true,
    ...fields
  }: Omit<AccountRecord, 'distributorPricing'> & { readonly distributorPricing?: boolean },
): Promise<ChangeRisks & { readonly account: AccountRecord; readonly first: boolean }> {
  const keys = [redisKeys.account(accountIdSchema.parse(id)), redisKeys.accounts];
  const stored = { ...fields, distributorPricing: distributorPricing ? '1' : '0' };
  const change = { account: id, fields: stored };
  const { risks, first } = await runChange(session, {
    files: ['add-account'],
    whenFull: 'refuse',
    keys,
    change,
    facts: z.object({ first: z.boolean() }),
  });
  return { risks, first, account: { id, ...fields, distributorPricing } };
}

/** The fields of an account to change; an undefined field stays as it is. */
export interface AccountEdit {
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  readonly program?: Program | undefined;
  readonly distributorPricing?: boolean | undefined;
}

/**
 * Changes an account and returns its new state. `changed` is false if the account already had these values. Throws
 * `DamagedRecord`, and changes nothing, if the stored record lacks a field or has an invalid one and `edit` does not
 * replace this field. Throws `ChangeRefused` (`no-account`, or `restoring` while a backup is restored),
 * `OutcomeUnknown` if no reply came after the change was sent, and the error of the Redis client if Redis cannot be
 * reached or refuses the script.
 */
export async function setAccount(
  session: RegistrySession,
  id: string,
  { distributorPricing: pricing, ...edit }: AccountEdit,
): Promise<ChangeRisks & { readonly changed: boolean; readonly account: AccountRecord }> {
  const stored = pricing === undefined ? {} : { distributorPricing: pricing ? '1' : '0' };
  const changes: Record<string, string> = {};
  for (const [name, text] of Object.entries({ ...edit, ...stored })) {
    if (text !== undefined) changes[name] = text;
  }
  await requireReadable(session.redis, id, changes);
  const { fields, changed, risks } = await runChange(session, {
    files: ['set-account'],
    whenFull: 'run',
    keys: [redisKeys.account(id)],
    change: { account: id, fields: changes },
    facts: z.object({ changed: z.boolean(), fields: z.record(z.string(), z.string()) }),
  });
  return { risks, changed, account: toAccountRecord(id, fields) };
}

/**
 * Throws `DamagedRecord` if the stored record of an account would be damaged even with `changes`. Also throws errors of
 * Redis. Accepts a missing record, because the script decides why the change is refused.
 */
async function requireReadable(
  redis: Redis,
  id: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const stored = await redis.hgetall(redisKeys.account(id));
  if (Object.keys(stored).length === 0) return;
  const read = () => toAccountRecord(id, { ...stored, ...changes });
  readRecord(`account ${id}`, read, throwDamaged);
}

/**
 * Returns an account by its id. Throws `ChangeRefused` (`no-account`) if no account has the id, `DamagedRecord` if its
 * record is damaged, and errors of Redis.
 */
export async function findAccount(redis: Redis, id: string): Promise<AccountEntry> {
  await requireAccount(redis, id);
  const [account] = await readAccounts(redis, [id], throwDamaged);
  if (account === undefined) throw new Error(`account ${id} was not read`);
  return account;
}

/** Throws `ChangeRefused` (`no-account`) if no account has the id, and errors of Redis. */
export async function requireAccount(redis: Redis, id: string): Promise<void> {
  if ((await redis.exists(redisKeys.account(id))) === 0) {
    throw new ChangeRefused({ outcome: 'no-account' }, id);
  }
}

/**
 * Returns all accounts, sorted by id. Leaves out an account whose record is damaged, and calls `onDamaged` with a
 * `DamagedRecord` error for it; the default of `onDamaged` throws this error. Throws errors of Redis and of
 * `onDamaged`.
 */
export async function listAccounts(
  redis: Redis,
  onDamaged: OnDamaged = throwDamaged,
): Promise<AccountEntry[]> {
  const ids = (await redis.smembers(redisKeys.accounts)).sort();
  const entries: AccountEntry[] = [];
  for (let begin = 0; begin < ids.length; begin += batchSize) {
    entries.push(...(await readAccounts(redis, ids.slice(begin, begin + batchSize), onDamaged)));
  }
  return entries;
}

/**
 * Returns the accounts with these ids in the same order. Leaves out an account whose record is missing or damaged, and
 * calls `onDamaged` for it. Throws errors of Redis and of `onDamaged`.
 */
async function readAccounts(
  redis: Redis,
  ids: readonly string[],
  onDamaged: OnDamaged,
): Promise<AccountEntry[]> {
  const pipeline = redis.pipeline().time();
  for (const id of ids) {
    pipeline
      .hgetall(redisKeys.account(id))
      .zrange(redisKeys.activeKeys(id), '0', '-1', 'WITHSCORES');
  }
  const [time, ...replies] = await readEach(pipeline);
  const now = toMilliseconds(replyOf(time));
  return ids.flatMap((id, index) => {
    const read = () => {
      const account = toAccountRecord(id, replyOf(replies[index * 2]));
      const active = endTimes(replyOf(replies[index * 2 + 1])).filter((end) => end > now);
      return { ...account, activeKeys: active.length };
    };
    return readRecord(`account ${id}`, read, onDamaged);
  });
}

/**
 * Returns the times at which keys are revoked, in milliseconds since 1970; `Infinity` for a key without a scheduled
 * revocation. `members` is a reply to ZRANGE WITHSCORES, in which key ids alternate with these times.
 */
function endTimes(members: readonly string[]): number[] {
  return members
    .filter((_, index) => index % 2 === 1)
    .map((score) => (score === 'inf' ? Number.POSITIVE_INFINITY : Number(score)));
}
