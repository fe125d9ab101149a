/**
 * Writes a backup into Redis with several scripts. The first script sets a mark that identifies this restore; the last
 * one atomically removes the mark and makes the restored accounts the set of all accounts. While the mark exists, the
 * pricing service treats Redis as unavailable, `npm run keys` refuses every change, and the restore
 * can be repeated. A script fails if it finds the mark of another restore.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ReplyError } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandIncomplete, CommandRefused } from '../keys-command/failures.ts';
import { type RegistrySession, type Risk, runDurably } from '../registry/change.ts';
import { OutcomeUnknown } from '../registry/failures.ts';
import { readBackup } from './backup-file.ts';
import type { BackupContents } from './check-backup.ts';
import type { RedisKey } from './stored-keys.ts';

/**
 * Maximum number of commands per script call; `charactersInStep` limits their size. Such a call blocks Redis for a
 * few milliseconds.
 */
const commandsInStep = 500;
const charactersInStep = 256 * 1024;
/**
 * Maximum number of values in one HSET, SADD or ZADD command; larger sets and hashes take several commands. Lua's
 * `unpack`, which passes a command to Redis, fails for more than a few thousand elements. Even, so that no pair is
 * split.
 */
const argumentsInCommand = 1000;
const publishedInStep = 1000;

/** Value of `replaced.lastEntry` in `writeBack` if the audit has no entries; lower than the id of every entry. */
export const noEntry = '0-0';

/**
 * Script that sets the mark (the Redis key that exists until a restore has finished), removes the set of all accounts
 * and returns `begun`. If the data to replace has changed, or if Redis must be empty and is not, changes nothing and
 * returns a reason, such as `changed`. KEYS: the set of all accounts, the audit, the mark. ARGV: the value of the mark,
 * which identifies this restore; the id of the last audit entry of the data to replace, or '' if Redis must be empty.
 */
const beginScript = `#!lua
local accounts, audit, mark = KEYS[1], KEYS[2], KEYS[3]
local isUnfinished = redis.call('EXISTS', mark) == 1
if ARGV[2] == '' then
  if redis.call('EXISTS', accounts) == 1 then return 'accounts' end
  if not isUnfinished and redis.call('EXISTS', audit) == 1 then return 'audit' end
else
  local last = redis.call('XREVRANGE', audit, '+', '-', 'COUNT', 1)[1]
  if (last and last[1] or '${noEntry}') ~= ARGV[2] then return 'changed' end
end
redis.call('SET', mark, ARGV[1])
redis.call('UNLINK', accounts)
return 'begun'
`;

/**
 * Code of the error that a script returns if the mark in Redis is not that of its own restore: another restore has
 * begun, or the mark is missing.
 */
const takenOver = 'TAKENOVER';

/**
 * The beginning of the scripts that follow `beginScript`: returns an error unless the mark (KEYS[1]), the Redis key
 * that exists until a restore has finished, has the value of this restore (ARGV[1]).
 */
const asOwnerScript = `#!lua
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return redis.error_reply('${takenOver} the mark is another one')
end
`;

/**
 * Script that removes the Redis keys in one page of SCAN, except the mark of the restore, and returns the next cursor.
 * KEYS: the mark. ARGV: the value of the mark, the cursor, the pattern of the Redis keys to remove.
 */
const removePageScript = `${asOwnerScript}
local page = redis.call('SCAN', ARGV[2], 'MATCH', ARGV[3], 'COUNT', 1000)
for _, key in ipairs(page[2]) do
  if key ~= KEYS[1] then redis.call('UNLINK', key) end
end
return page[1]
`;

/**
 * Script that runs Redis commands, which write a part of the backup. KEYS: the mark of the restore. ARGV: the value of
 * the mark, the commands as JSON.
 */
const writeScript = `${asOwnerScript}
for _, command in ipairs(cjson.decode(ARGV[2])) do redis.call(unpack(command)) end
return 'written'
`;

/**
 * Script that ends the restore: fails unless the numbers of accounts and audit entries are as expected, renames the set
 * of restored accounts to the set of all accounts, adds an audit entry with the account `-` and removes the mark of the
 * restore. KEYS: the mark, the set of restored accounts, the set of all accounts, the audit. ARGV: the value of the
 * mark, the expected numbers of accounts and of audit entries, the author, the time of the backup.
 */
const finishScript = `${asOwnerScript}
local restored, accounts, audit = KEYS[2], KEYS[3], KEYS[4]
if redis.call('SCARD', restored) ~= tonumber(ARGV[2]) or redis.call('XLEN', audit) ~= tonumber(ARGV[3]) then
  return redis.error_reply('INCOMPLETE not everything is there')
end
redis.call('RENAME', restored, accounts)
redis.call('XADD', audit, '*', 'action', 'backup restore', 'by', ARGV[4], 'account', '-', 'createdAt', ARGV[5])
redis.call('DEL', KEYS[1])
return 'done'
`;

/**
 * Script that publishes the ids of changed accounts. It has a key only to select a node of a Cluster. ARGV:
 * the channel, then the ids.
 */
const publishPageScript = `#!lua
for at = 2, #ARGV do redis.call('PUBLISH', ARGV[1], ARGV[at]) end
`;

/** The result of a completed restore. */
export interface Restored {
  /** Reasons why Redis may lose the restored data; empty if the data is safe. */
  readonly risks: readonly Risk[];
}

/**
 * Writes the backup file at `path` into Redis; `checkBackup` must have accepted this file. The third parameter is the
 * contents of the file. `replaced` describes the accounts to replace: their ids, and the id of the last audit entry
 * when they were read (`noEntry` for an empty audit). If `replaced` is undefined, Redis must hold no accounts, and no
 * audit entries except those of an unfinished restore. Throws `CommandRefused` or an error of Redis if the restore
 * cannot begin, and nothing is changed then; `CommandRefused` if another restore has taken over; and
 * `CommandIncomplete` if the restore has begun, or may have begun, and cannot be completed.
 */
export async function writeBack(
  { redis, by }: RegistrySession,
  path: string,
  { header, accounts }: BackupContents,
  replaced: { readonly lastEntry: string; readonly accounts: Iterable<string> } | undefined,
): Promise<Restored> {
  const mark = JSON.stringify({ restore: randomUUID(), by, createdAt: header.createdAt });
  await beginRestore(redis, path, mark, replaced?.lastEntry ?? '');
  const step = (script: string, ...args: string[]) =>
    redis.eval(script, 1, redisKeys.restoring, mark, ...args);
  try {
    let cursor = '0';
    do {
      cursor = String(await step(removePageScript, cursor, redisKeys.everyAccountKey));
    } while (cursor !== '0');
    for await (const commands of stepsOf(path)) await step(writeScript, JSON.stringify(commands));
    const { restoring, restoredAccounts, audit } = redisKeys;
    const { risks } = await runDurably(
      redis,
      finishScript,
      [restoring, restoredAccounts, redisKeys.accounts, audit],
      [mark, String(header.accounts), String(header.auditEntries), by, header.createdAt],
    );
    const changed = new Set([...(replaced?.accounts ?? []), ...accounts.keys()]);
    // If this fails, services notice the restore within the 60 seconds of `bounds.ts`.
    await publish(redis, changed).catch(() => {});
    return { risks };
  } catch (cause) {
    if (cause instanceof OutcomeUnknown) {
      throw new CommandIncomplete(
        `the connection to Redis was lost during the last step of the restore (${cause.message}): if npm run keys -- account list shows accounts, it is done; if not, run it again`,
        { cause },
      );
    }
    if (cause instanceof ReplyError && (cause as Error).message.startsWith(takenOver)) {
      throw new CommandRefused(
        'another restore was begun on this Redis, or Redis has lost what was restored; this restore has ended, and npm run keys -- account list shows how the other one did',
        { cause },
      );
    }
    throw new CommandIncomplete(
      `the restore has begun and did not end (${reasonOf(cause as Error)}): keyed requests get 503 until it is run again: npm run backup -- restore ${path}`,
      { cause },
    );
  }
}

/**
 * Runs `beginScript` with a mark and the id of the last audit entry. Throws `CommandRefused` or the error of Redis if
 * nothing was changed, and `CommandIncomplete` if no reply came, because Redis may have run the script.
 */
async function beginRestore(
  redis: Redis,
  path: string,
  mark: string,
  lastEntry: string,
): Promise<void> {
  const { accounts, audit, restoring } = redisKeys;
  // Fails if the connection was lost earlier, such as during the question: nothing is changed then.
  await redis.exists(restoring);
  let outcome: unknown;
  try {
    outcome = await redis.eval(beginScript, 3, accounts, audit, restoring, mark, lastEntry);
  } catch (cause) {
    if (cause instanceof ReplyError) throw cause;
    throw new CommandIncomplete(
      `the restore may have begun and did not end (${reasonOf(cause as Error)}): if it has, keyed requests get 503 until it is run again: npm run backup -- restore ${path}`,
      { cause },
    );
  }
  refuse(outcome);
}

function refuse(outcome: unknown): void {
  if (outcome === 'begun') return;
  const reasons: Readonly<Record<string, string>> = {
    accounts:
      'this Redis holds accounts, and a restore is for an empty one; to put the backup in their place, add --replace, which shows what would be lost',
    audit: `this Redis holds an audit and no accounts, so that something removed them; look at it, then remove it by DEL ${redisKeys.audit} and run this again`,
    changed:
      'accounts or keys were changed since this command has read them, and nothing was replaced; run it again',
  };
  throw new CommandRefused(reasons[String(outcome)] ?? `Redis replied ${String(outcome)}`);
}

/**
 * Returns the reason why the restore failed, as a part of a message. For a lost connection, this is not the message of
 * ioredis, which only names a retry option.
 */
function reasonOf(error: Error): string {
  if (error.name === 'MaxRetriesPerRequestError') return 'the connection to Redis was lost';
  return error instanceof ReplyError ? `Redis refused: ${error.message}` : error.message;
}

/**
 * Yields the commands that write the Redis keys of a backup, in groups, one for each script call. Throws
 * `CommandRefused` if the file cannot be read or was damaged after it was checked.
 */
async function* stepsOf(path: string): AsyncGenerator<readonly (readonly string[])[]> {
  let step: (readonly string[])[] = [];
  let characters = 0;
  for await (const each of readBackup(path)) {
    if ('header' in each) continue;
    for (const command of commandsOf(each.stored)) {
      step.push(command);
      characters += command.reduce((sum, text) => sum + text.length, 0);
      if (step.length < commandsInStep && characters < charactersInStep) continue;
      yield step;
      [step, characters] = [[], 0];
    }
  }
  if (step.length > 0) yield step;
}

/**
 * Yields the commands that write a Redis key. A large value takes several commands, because each command has
 * a limited number of arguments.
 */
function* commandsOf(stored: RedisKey): Generator<readonly string[]> {
  // The set of all accounts is written under another name and renamed last.
  const key = stored.key === redisKeys.accounts ? redisKeys.restoredAccounts : stored.key;
  if (stored.type === 'stream') {
    for (const [id, pairs] of stored.value) yield ['XADD', key, id, ...pairs];
  } else {
    const value = stored.type === 'zset' ? swapPairs(stored.value) : stored.value;
    const name = { hash: 'HSET', set: 'SADD', zset: 'ZADD' }[stored.type];
    for (let at = 0; at < value.length; at += argumentsInCommand) {
      yield [name, key, ...value.slice(at, at + argumentsInCommand)];
    }
  }
  if (stored.expiresAt !== undefined) yield ['PEXPIREAT', key, String(stored.expiresAt)];
}

/** Swaps members and scores: Redis returns members first, and ZADD takes scores first. */
function swapPairs(value: readonly string[]): string[] {
  return value.map((_, at) => value[at % 2 === 0 ? at + 1 : at - 1] ?? '');
}

/**
 * Publishes the ids of accounts on the channel for changes, so that the services drop cached replies about their keys
 * at once, and not only when these replies expire.
 */
async function publish(redis: Redis, accounts: ReadonlySet<string>): Promise<void> {
  const ids = [...accounts];
  for (let at = 0; at < ids.length; at += publishedInStep) {
    const page = ids.slice(at, at + publishedInStep);
    await redis.eval(publishPageScript, 1, redisKeys.restoring, redisKeys.accountChanges, ...page);
  }
}
