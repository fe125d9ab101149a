/**
 * Reads a consistent snapshot of all accounts, API keys and the audit, in pages, so that Redis is blocked only for the
 * time of one page. Accounts may change while the pages are read. Each change adds an audit entry with the id of the
 * account, so the accounts in new audit entries are read again at the end, until there is no new entry. The snapshot is
 * the state at the time of this last page.
 */

import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { NoAccountsError } from '../registry/no-accounts.ts';
import { toMilliseconds } from '../registry/read-replies.ts';
import type { AuditItem, RedisKey } from './stored-keys.ts';

/** All accounts, their keys and the audit entries in Redis, as they were at one time. */
export interface Snapshot {
  /** Time of the snapshot in milliseconds since 1970, by the clock of Redis. */
  readonly takenAt: number;
  /**
   * Account id → the Redis keys that hold the account: its record, the index of its API keys, the set of its
   * active API keys, then the record of each API key.
   */
  readonly accounts: ReadonlyMap<string, readonly RedisKey[]>;
  readonly audit: readonly AuditItem[];
}

/** Accounts per script call, which takes Redis a few milliseconds. */
const accountsInPage = 100;
const entriesInPage = 1000;
/** Maximum number of new audit entries per call of `readChangesScript`, which reads their accounts again. */
const changesInPage = 100;

/**
 * Stands for an id or a key hash in `names`, the names of Redis keys, such as `{keys}:account:?`. The scripts replace
 * it.
 */
const placeholder = '?';
const names = [
  redisKeys.account(placeholder),
  redisKeys.accountKeys(placeholder),
  redisKeys.activeKeys(placeholder),
  redisKeys.key(placeholder),
] as const;

/**
 * The beginning of the scripts `readAccountsScript` and `readChangesScript`: defines the Lua function `readAccount`,
 * which returns the id of an account and, for each of its existing Redis keys, the name, expiry (milliseconds since
 * 1970, or -1 for none) and value. It finds the records of API keys by the key hashes in the account's index of API
 * keys.
 */
const readAccountScript = `#!lua flags=no-writes
local function name(index, id)
  local before, after = ARGV[index]:match('^(.-)%?(.*)$')
  return before .. id .. after
end
local function readAccount(id)
  local keys = {}
  local function add(key, value)
    if #value > 0 then table.insert(keys, {key, redis.call('PEXPIRETIME', key), value}) end
  end
  local account, index, active = name(1, id), name(2, id), name(3, id)
  add(account, redis.call('HGETALL', account))
  local hashes = redis.call('HGETALL', index)
  add(index, hashes)
  add(active, redis.call('ZRANGE', active, 0, -1, 'WITHSCORES'))
  for at = 2, #hashes, 2 do
    local key = name(4, hashes[at])
    add(key, redis.call('HGETALL', key))
  end
  return {id, keys}
end
`;

/**
 * Script that returns the id of each given account and the name, expiry and value of each of its Redis keys. KEYS: the
 * audit, which only selects the node of a cluster. ARGV: `names`, then the ids of the accounts.
 */
const readAccountsScript = `${readAccountScript}
local accounts = {}
for at = 5, #ARGV do table.insert(accounts, readAccount(ARGV[at])) end
return accounts
`;

/**
 * Script that returns new audit entries, the Redis keys (name, expiry, value) of the accounts in these entries, the
 * total numbers of accounts and of audit entries, and the time of Redis (seconds and microseconds). KEYS: the audit,
 * the set of all accounts. ARGV: `names`, the start of the XRANGE, the maximum number of entries.
 */
const readChangesScript = `${readAccountScript}
local entries = redis.call('XRANGE', KEYS[1], ARGV[5], '+', 'COUNT', ARGV[6])
local seen, accounts = {}, {}
for _, entry in ipairs(entries) do
  for at = 1, #entry[2], 2 do
    local id = entry[2][at] == 'account' and entry[2][at + 1]
    if id and not seen[id] and redis.call('SISMEMBER', KEYS[2], id) == 1 then
      seen[id] = true
      table.insert(accounts, readAccount(id))
    end
  end
end
return {entries, accounts, redis.call('SCARD', KEYS[2]), redis.call('XLEN', KEYS[1]), redis.call('TIME')}
`;

type AccountReply = [id: string, keys: [key: string, expiresAt: number, value: string[]][]];
type ChangesReply = [
  AuditItem[],
  AccountReply[],
  accounts: number,
  entries: number,
  time: string[],
];

/**
 * Reads all accounts, their keys and the audit entries in several calls, and returns their state at the time of the
 * last call (`takenAt`); only the days on which keys were last used may be older. If `npm run keys` makes changes
 * between the calls, reads the changed accounts again. Throws `NoAccountsError` if Redis holds no accounts at the last
 * call. Throws `CommandRefused` if Redis then has another number of accounts or of audit entries than was read:
 * something other than `npm run keys` has changed them between the calls. Also throws the errors of Redis.
 */
export async function readSnapshot(redis: Redis): Promise<Snapshot> {
  const audit: AuditItem[] = [];
  const accounts = new Map<string, readonly RedisKey[]>();
  const remember = (replies: readonly AccountReply[]) => {
    for (const [id, keys] of replies) accounts.set(id, keys.map(toRedisKey));
  };
  await readAudit(redis, audit);
  for await (const ids of accountPages(redis)) {
    remember((await run(redis, readAccountsScript, [redisKeys.audit], ids)) as AccountReply[]);
  }
  for (;;) {
    const args = [startAfter(audit), String(changesInPage)];
    const keys = [redisKeys.audit, redisKeys.accounts];
    const reply = (await run(redis, readChangesScript, keys, args)) as ChangesReply;
    const [entries, changed, accountCount, entryCount, time] = reply;
    audit.push(...entries);
    remember(changed);
    if (entries.length === changesInPage) continue;
    if (accountCount === 0) throw new NoAccountsError();
    if (accountCount !== accounts.size || entryCount !== audit.length) throw changedElsewhere();
    return { takenAt: toMilliseconds(time), accounts, audit };
  }
}

/**
 * Runs a read-only script with EVAL_RO, which Redis users without write permission may call too. ARGV: `names`, then
 * `args`. In a Cluster, the node of the first of the `keys` runs the script.
 */
function run(
  redis: Redis,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  return redis.call('EVAL_RO', script, keys.length, ...keys, ...names, ...args);
}

/**
 * Returns the start of an XRANGE: after the last entry of `audit`, such as `(1795300000000-0`, or `-`, the beginning of
 * the stream, if `audit` is empty.
 */
function startAfter(audit: readonly AuditItem[]): string {
  const last = audit.at(-1);
  return last === undefined ? '-' : `(${last[0]}`;
}

async function readAudit(redis: Redis, audit: AuditItem[]): Promise<void> {
  for (;;) {
    const page = await redis.xrange(
      redisKeys.audit,
      startAfter(audit),
      '+',
      'COUNT',
      entriesInPage,
    );
    audit.push(...page);
    if (page.length < entriesInPage) return;
  }
}

/**
 * Yields the ids of all accounts, in pages. An account that is added during this may be missing; it is read later,
 * because its new audit entry names it.
 */
async function* accountPages(redis: Redis): AsyncGenerator<readonly string[]> {
  let cursor = '0';
  do {
    const [next, ids] = await redis.sscan(redisKeys.accounts, cursor, 'COUNT', accountsInPage);
    // SSCAN may return more ids than requested.
    for (let begin = 0; begin < ids.length; begin += accountsInPage) {
      yield ids.slice(begin, begin + accountsInPage);
    }
    cursor = next;
  } while (cursor !== '0');
}

/**
 * Converts a Redis key from the reply of a script to its form in a backup. If the reply has the expiry -1, the Redis
 * key has no TTL and the result has no `expiresAt`.
 */
function toRedisKey([key, expiresAt, value]: AccountReply[1][number]): RedisKey {
  const type = key.endsWith(activeSuffix) ? 'zset' : 'hash';
  return { key, type, value, ...(expiresAt >= 0 && { expiresAt }) };
}
const activeSuffix = redisKeys.activeKeys('').slice(redisKeys.account('').length);

function changedElsewhere(): CommandRefused {
  return new CommandRefused(
    'accounts or the audit were changed by other means than npm run keys while they were read, so a consistent backup is not possible; run it again',
  );
}
