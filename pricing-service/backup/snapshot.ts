/** Reads all accounts, keys, last uses and the audit of a Redis with plain commands. */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { type DamagedRecord, NoAccountsError, type OnDamaged } from '../registry/failures.ts';
import { readEach, readRecord, replyOf, toMilliseconds } from '../registry/read-replies.ts';
import { fieldsOf, toAccountRecord, toKeyEntry } from '../registry/records.ts';
import type { StoredKey } from './backup-file.ts';

/** What a backup contains, as it was at one time. */
export interface Snapshot {
  /** Time in milliseconds since 1970, by the clock of Redis. */
  readonly takenAt: number;
  /** Id of the last entry of the audit, or '' for an empty one. */
  readonly lastEntry: string;
  readonly ids: readonly string[];
  readonly stored: readonly StoredKey[];
  /** The entries of the audit: id, and alternating names and values. */
  readonly audit: readonly [id: string, pairs: string[]][];
}

const accountsInBatch = 200;
const entriesInPage = 1000;
const attempts = 5;

/**
 * Reads everything; again if a change was made meanwhile, which has a new audit entry. Leaves out
 * damaged accounts and keys, after `onDamaged`. Throws `NoAccountsError`, and `CommandRefused` if
 * accounts change all the time.
 */
export async function readSnapshot(redis: Redis, onDamaged: OnDamaged): Promise<Snapshot> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const lastEntry = await lastEntryOf(redis);
    const damaged: DamagedRecord[] = [];
    const stored: StoredKey[] = [];
    const all = (await redis.smembers(redisKeys.accounts)).sort();
    const ids: string[] = [];
    for (let begin = 0; begin < all.length; begin += accountsInBatch) {
      const batch = all.slice(begin, begin + accountsInBatch);
      for (const [id, keys] of await readAccounts(redis, batch, (error) => damaged.push(error))) {
        ids.push(id);
        stored.push(...keys);
      }
    }
    stored.push(...keyOf('hash', redisKeys.uses, await redis.hgetall(redisKeys.uses)));
    const audit = await readEntries(redis);
    const takenAt = toMilliseconds(await redis.time());
    if ((await lastEntryOf(redis)) !== lastEntry) continue;
    if (all.length === 0) throw new NoAccountsError();
    for (const error of damaged) onDamaged(error);
    return { takenAt, lastEntry, ids, stored, audit };
  }
  throw new CommandRefused('accounts are being changed all the time; run it again later');
}

async function lastEntryOf(redis: Redis): Promise<string> {
  const [last] = await redis.xrevrange(redisKeys.audit, '+', '-', 'COUNT', 1);
  return last?.[0] ?? '';
}

async function readEntries(redis: Redis): Promise<[string, string[]][]> {
  const audit: [string, string[]][] = [];
  for (let start = '-'; ; start = `(${audit.at(-1)?.[0]}`) {
    const page = await redis.xrange(redisKeys.audit, start, '+', 'COUNT', entriesInPage);
    audit.push(...page);
    if (page.length < entriesInPage) return audit;
  }
}

async function readAccounts(
  redis: Redis,
  ids: readonly string[],
  onDamaged: OnDamaged,
): Promise<[id: string, keys: StoredKey[]][]> {
  const pipeline = redis.pipeline();
  for (const id of ids) {
    pipeline.hgetall(redisKeys.account(id)).hgetall(redisKeys.accountKeys(id));
    pipeline.zrange(redisKeys.activeKeys(id), '0', '-1', 'WITHSCORES');
  }
  const replies = await readEach(pipeline);
  const accounts = ids.flatMap((id, at) => {
    const read = () => {
      const fields = replyOf<Record<string, string>>(replies[at * 3]);
      toAccountRecord(id, fields);
      const index = Object.entries(replyOf<Record<string, string>>(replies[at * 3 + 1]));
      return { id, fields, index, active: fieldsOf(replyOf(replies[at * 3 + 2])) };
    };
    return readRecord(`account ${id}`, read, onDamaged);
  });
  const keyPipeline = redis.pipeline();
  for (const [, hash] of accounts.flatMap(({ index }) => index)) {
    keyPipeline.hgetall(redisKeys.key(hash));
  }
  const records = (await readEach(keyPipeline)).values();
  return accounts.map(({ id, fields, index, active }) => {
    const keys = index.flatMap(([keyId, hash]) => {
      const reply = records.next().value;
      const read = () => {
        const fields = replyOf<Record<string, string>>(reply);
        toKeyEntry(fields, 0);
        return { keyId, hash, fields };
      };
      return readRecord(`key ${keyId} of ${id}`, read, onDamaged);
    });
    const whole = new Set(keys.map(({ keyId }) => keyId));
    const ends = Object.entries(active).filter(([keyId]) => whole.has(keyId));
    const hashes = keys.map(({ keyId, hash }) => [keyId, hash]);
    return [
      id,
      [
        ...keyOf('hash', redisKeys.account(id), fields),
        ...keyOf('hash', redisKeys.accountKeys(id), Object.fromEntries(hashes)),
        ...keyOf('zset', redisKeys.activeKeys(id), Object.fromEntries(ends)),
        ...keys.flatMap(({ hash, fields }) => keyOf('hash', redisKeys.key(hash), fields)),
      ],
    ];
  });
}

/** Returns a Redis key of a backup, or none for an empty one. */
function keyOf(type: 'hash' | 'zset', key: string, fields: Record<string, string>): StoredKey[] {
  const value = Object.entries(fields).flat();
  return value.length === 0 ? [] : [{ key, type, value }];
}
