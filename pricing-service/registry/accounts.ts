/** Adds, changes and reads accounts. Changes throw the errors of `runChange`. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type ChangeRisks, type RegistrySession, runChange } from './change.ts';
import { ChangeRefused, type OnDamaged, throwDamaged } from './failures.ts';
import { readEach, readRecord, replyOf, toMilliseconds } from './read-replies.ts';
import { type AccountRecord, accountIdSchema, fieldsOf, toAccountRecord } from './records.ts';

/** An account with the number of its active keys. */
export type AccountEntry = AccountRecord & { readonly activeKeys: number };

/** The fields of an account that can be changed. */
type AccountFields = Omit<AccountRecord, 'id'>;

/** Maximum number of accounts in a pipeline, so that a long list does not delay other commands. */
const batchSize = 500;

/** Converts fields to those of the Redis hash, without undefined ones. */
function toStored({ distributorPricing: pricing, ...fields }: Partial<AccountFields>) {
  const stored = { ...fields, ...(pricing !== undefined && { distributorPricing: +pricing }) };
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/**
 * Adds an account, with distributor pricing unless it is false; `first` is true if Redis held none
 * before. Throws `ChangeRefused` (`exists`), and `ZodError` if the id is invalid.
 */
export async function addAccount(
  session: RegistrySession,
  { id, ...fields }: Omit<AccountRecord, 'distributorPricing'> & Partial<AccountFields>,
): Promise<ChangeRisks & { readonly first: boolean }> {
  return runChange(session, {
    files: ['add-account'],
    whenFull: 'refuse',
    keys: [redisKeys.account(accountIdSchema.parse(id)), redisKeys.accounts],
    change: { account: id, fields: toStored({ distributorPricing: true, ...fields }) },
    facts: z.object({ first: z.boolean() }),
  });
}

/**
 * Changes the given fields of an account and returns its new state; `changed` is false if it had these
 * values. Throws `ChangeRefused` (`no-account`), and `DamagedRecord` if the record would be damaged.
 */
export async function setAccount(
  session: RegistrySession,
  id: string,
  edit: Partial<AccountFields>,
): Promise<ChangeRisks & { readonly changed: boolean; readonly account: AccountRecord }> {
  const changes = toStored(edit);
  const stored = await session.redis.hgetall(redisKeys.account(id));
  // The script decides why a change of a missing record is refused.
  if (Object.keys(stored).length > 0) {
    const read = () => toAccountRecord(id, { ...stored, ...changes });
    readRecord(`account ${id}`, read, throwDamaged);
  }
  const { fields, changed, risks } = await runChange(session, {
    files: ['set-account'],
    whenFull: 'run',
    keys: [redisKeys.account(id)],
    change: { account: id, fields: changes },
    facts: z.object({ changed: z.boolean(), fields: z.record(z.string(), z.string()) }),
  });
  return { risks, changed, account: toAccountRecord(id, fields) };
}

/** Returns an account. Throws `ChangeRefused` (`no-account`) or `DamagedRecord`. */
export async function findAccount(redis: Redis, id: string): Promise<AccountEntry> {
  await requireAccount(redis, id);
  const [account] = await readAccounts(redis, [id], throwDamaged);
  if (account === undefined) throw new Error(`account ${id} was not read`);
  return account;
}

/** Throws `ChangeRefused` (`no-account`) if no account has the id. */
export async function requireAccount(redis: Redis, id: string): Promise<void> {
  if ((await redis.exists(redisKeys.account(id))) === 0) {
    throw new ChangeRefused({ outcome: 'no-account' }, id);
  }
}

/** Returns all accounts, sorted by id; leaves out damaged ones after `onDamaged`. */
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

async function readAccounts(
  redis: Redis,
  ids: readonly string[],
  onDamaged: OnDamaged,
): Promise<AccountEntry[]> {
  const pipeline = redis.pipeline().time();
  for (const id of ids) {
    pipeline.hgetall(redisKeys.account(id));
    pipeline.zrange(redisKeys.activeKeys(id), '0', '-1', 'WITHSCORES');
  }
  const [time, ...replies] = await readEach(pipeline);
  const now = toMilliseconds(replyOf(time));
  return ids.flatMap((id, index) => {
    const read = () => {
      const account = toAccountRecord(id, replyOf(replies[index * 2]));
      // The times at which keys are revoked; `inf` for a key without one.
      const ends = Object.values(fieldsOf(replyOf(replies[index * 2 + 1])));
      const active = ends.filter((end) => end === 'inf' || Number(end) > now);
      return { ...account, activeKeys: active.length };
    };
    return readRecord(`account ${id}`, read, onDamaged);
  });
}
