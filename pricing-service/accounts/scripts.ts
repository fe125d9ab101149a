/** The scripts that verification runs in Redis, each in the slot of all keys, each in one round trip. */
import type { Result } from 'ioredis';
import type { RedisConnection } from '../redis.ts';

/**
 * Reads a key and its account at one moment, and the moment by the clock of Redis.
 *
 * KEYS  the key's record, the set of all accounts
 * ARGV  the prefix of an account's record
 * returns the key's record as asked for, by which a reply to another read is recognized; account, revokedAt,
 *         tier, distributorPricing, each of which may be missing; seconds, microseconds. Nil if there are no
 *         accounts, since such a Redis knows nothing of any key (decision 50)
 *
 * The first line makes it a script that could write, though it does not: by that Redis refuses it where
 * it would refuse a revocation, on a replica (READONLY) and on a primary that has lost its replicas
 * (NOREPLICAS, where `min-replicas-to-write` is set). A server that was replaced and does not know it
 * yet can be no source of answers for longer than that takes (decision 36). Redis 7.0 or later.
 */
const readKey = `#!lua flags=allow-oom
if redis.call('EXISTS', KEYS[2]) == 0 then return nil end
local key = redis.call('HMGET', KEYS[1], 'account', 'revokedAt')
local account = key[1] and redis.call('HMGET', ARGV[1] .. key[1], 'tier', 'distributorPricing') or {false, false}
local now = redis.call('TIME')
return {KEYS[1], key[1], key[2], account[1], account[2], now[1], now[2]}
`;

/**
 * Notes the day a key was used, unless it is noted already or a later one; makes no record.
 *
 * KEYS  the key's record
 * ARGV  the day, YYYY-MM-DD
 */
const noteUse = `#!lua
if redis.call('EXISTS', KEYS[1]) == 1 and (redis.call('HGET', KEYS[1], 'lastUsed') or '') < ARGV[1] then
  redis.call('HSET', KEYS[1], 'lastUsed', ARGV[1])
end
return redis.status_reply('OK')
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    readKey(
      record: string,
      accounts: string,
      accountPrefix: string,
    ): Result<(string | null)[] | null, Context>;
    noteUse(record: string, day: string): Result<'OK', Context>;
  }
}

/**
 * Teaches a connection the scripts. They are sent by their hash; a server that does not have them, being
 * another or having been started anew, is sent the text (NOSCRIPT is not an error to whoever asks).
 */
export function defineScripts(redis: RedisConnection): void {
  redis.defineCommand('readKey', { numberOfKeys: 2, lua: readKey });
  redis.defineCommand('noteUse', { numberOfKeys: 1, lua: noteUse });
}
