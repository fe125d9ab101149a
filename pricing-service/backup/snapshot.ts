/** Reads all accounts, keys, last uses and the audit of a Redis with plain commands. */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import type { OnDamaged } from '../registry/failures.ts';
import { NoAccountsError } from '../registry/no-accounts.ts';
import { readEach, readRecord, replyOf, toMilliseconds } from '../registry/read-replies.ts';
import { toAccountRecord, toKeyEntry } from '../registry/records.ts';
import type { AuditItem, StoredKey } from './backup-file.ts';

/** What a backup contains, as it was at one time. */
export interface Snapshot {
  /** Time in milliseconds since 1970, by the clock of Redis. */
  readonly takenAt: number;
  /** Id of the last entry of the audit, or '' for an empty one. */
  readonly lastEntry: string;
  readonly ids: readonly string[];
  readonly stored: readonly StoredKey[];
  readonly audit: readonly AuditItem[];
}

const accountsInBatch = 200;
const entriesInPage = 1000;
const attempts = 5;

/**
 * Reads everything; again if a change was made meanwhile, which has a new audit entry. Leaves out accounts and keys
 * whose records are damaged or of another type, and calls `onDamaged` for each. Throws `NoAccountsError`,
 * `CommandRefused` if accounts change all the time, and errors of Redis.
 */
export async function readSnapshot(redis: Redis, onDamaged: OnDamaged): Promise<Snapshot> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await lastEntryOf(redis);
    const damaged: Parameters<OnDamaged>[0][] = [];
    const ids: string[] = [];
    const stored: StoredKey[] = [];
    const all = (await redis.smembers(redisKeys.accounts)).sort();
    for (let begin = 0; begin < all.length; begin += accountsInBatch) {
      const batch = all.slice(begin, begin + accountsInBatch);
      const read = await readAccounts(redis, batch, (error) => damaged.push(error));
      ids.push(...read.map(([id]) => id));
      stored.push(...read.flatMap(([, keys]) => keys));
    }
    const uses = pairsOf(await redis.hgetall(redisKeys.uses));
    if (uses.length > 0) stored.push({ key: redisKeys.uses, type: 'hash', value: uses });
    const audit = await readEntries(redis);
    const takenAt = toMilliseconds(await redis.time());
    if ((await lastEntryOf(redis)) !== before) continue;
    if (all.length === 0) throw new NoAccountsError();
    for (const error of damaged) onDamaged(error);
    return { takenAt, lastEntry: before, ids, stored, audit };
  }
  throw new CommandRefused('accounts are being changed all the time; run it again later');
}

async function lastEntryOf(redis: Redis): Promise<string> {
  const [last] = await redis.xrevrange(redisKeys.audit, '+', '-', 'COUNT', 1);
  return last?.[0] ?? '';
}

async function readEntries(redis: Redis): Promise<AuditItem[]> {
  const audit: AuditItem[] = [];
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
      const index = replyOf<Record<string, string>>(replies[at * 3 + 1]);
      return { id, fields, index, active: replyOf<string[]>(replies[at * 3 + 2]) };
    };
    return readRecord(`account ${id}`, read, onDamaged);
  });
  const wanted = accounts.flatMap(({ id, index }) =>
    Object.entries(index).map(([keyId, hash]) => ({ id, keyId, hash })),
  );
  const keyPipeline = redis.pipeline();
  for (const { hash } of wanted) keyPipeline.hgetall(redisKeys.key(hash));
  const records = await readEach(keyPipeline);
  const keys = wanted.flatMap(({ id, keyId, hash }, at) => {
    const read = () => {
      const fields = replyOf<Record<string, string>>(records[at]);
      toKeyEntry(fields, 0);
      return { id, keyId, hash, fields };
    };
    return readRecord(`key ${keyId} of ${id}`, read, onDamaged);
  });
  return accounts.map(({ id, fields, active }) => {
    const own = keys.filter((key) => key.id === id);
    const whole = new Set(own.map(({ keyId }) => keyId));
    const index = own.flatMap(({ keyId, hash }) => [keyId, hash]);
    const scores = active.flatMap((member, at) =>
      at % 2 === 0 && whole.has(member) ? [member, active[at + 1] ?? ''] : [],
    );
    return [
      id,
      [
        { key: redisKeys.account(id), type: 'hash', value: pairsOf(fields) },
        ...(index.length > 0 ? [hashOf(redisKeys.accountKeys(id), index)] : []),
        ...(scores.length > 0
          ? [{ key: redisKeys.activeKeys(id), type: 'zset', value: scores } as const]
          : []),
        ...own.map((key) => hashOf(redisKeys.key(key.hash), pairsOf(key.fields))),
      ],
    ];
  });
}

const hashOf = (key: string, value: string[]) => ({ key, type: 'hash', value }) as const;

const pairsOf = (fields: Readonly<Record<string, string>>) => Object.entries(fields).flat();
