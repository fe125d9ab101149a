/**
 * Writes a backup into Redis. A mark is set first and removed last: while it exists, the pricing service treats Redis as
 * unavailable, `keys` refuses every change, and the restore can be repeated.
 */
import { randomUUID } from 'node:crypto';
import { type Redis, ReplyError } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandIncomplete, CommandRefused } from '../keys-command/failures.ts';
import { type RegistrySession, type Risk, runDurably } from '../registry/change.ts';
import { readTogether, toMilliseconds } from '../registry/read-replies.ts';
import type { Backup, StoredKey } from './backup-file.ts';

const { accounts, audit, restoring, restoredAccounts, everyAccountKey } = redisKeys;

/** Number of commands per script, and of values per command. */
const batchSize = 500;

/**
 * Sets the mark and removes the set of all accounts. KEYS: that set, the audit, the mark. ARGV: the value of
 * the mark; the id of the last audit entry of the data to replace, or 'none' if Redis must be empty.
 */
const beginScript = `#!lua
local isUnfinished = redis.call('EXISTS', KEYS[3]) == 1
if ARGV[2] == 'none' then
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'accounts' end
  if not isUnfinished and redis.call('EXISTS', KEYS[2]) == 1 then return 'audit' end
else
  local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
  if (last and last[1] or '') ~= ARGV[2] then return 'changed' end
end
redis.call('SET', KEYS[3], ARGV[1])
redis.call('UNLINK', KEYS[1])
return 'begun'
`;

/** Runs commands if the mark is this one's. KEYS: the mark. ARGV: its value, the commands as JSON. */
const stepScript = `#!lua
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'overtaken' end
for _, command in ipairs(cjson.decode(ARGV[2])) do redis.call(unpack(command)) end
return 'done'
`;

/**
 * Ends the restore if the mark is this one's and everything is there. KEYS: the mark, the restored ids, the
 * set of all accounts, the audit. ARGV: the value of the mark, the numbers of accounts and of audit entries,
 * the author, the time of the backup, the time now.
 */
const finishScript = `#!lua
if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('SCARD', KEYS[2]) ~= tonumber(ARGV[2])
  or redis.call('XLEN', KEYS[4]) ~= tonumber(ARGV[3]) then return 'overtaken' end
redis.call('RENAME', KEYS[2], KEYS[3])
redis.call('XADD', KEYS[4], '*', 'action', 'backup restore', 'by', ARGV[4], 'account', '-', 'at', ARGV[6],
  'createdAt', ARGV[5])
redis.call('DEL', KEYS[1])
return 'done'
`;

const refusals: Readonly<Record<string, string>> = {
  accounts:
    'this Redis holds accounts, and a restore is for an empty one; to put the backup in their place, add --replace, which shows what would be lost',
  audit: `this Redis holds an audit and no accounts, so that something removed them; look at it, then remove it by DEL ${audit} and run this again`,
  changed:
    'accounts or keys were changed since this command has read them, and nothing was replaced; run it again',
};

/**
 * Writes a backup into a Redis without accounts, or in the place of the data whose last audit entry is
 * `lastEntry`. Throws `CommandRefused` if nothing was changed or another restore has taken over, and
 * `CommandIncomplete` if the restore has begun, or may have, and did not end.
 */
export async function writeBack(
  { redis, by }: RegistrySession,
  { header, stored }: Backup,
  lastEntry: string | undefined,
): Promise<readonly Risk[]> {
  const mark = JSON.stringify({ restore: randomUUID(), by, createdAt: header.createdAt });
  // Fails if the connection was lost earlier, such as during the question: nothing is changed then.
  await redis.exists(restoring);
  const begun = await redis
    .eval(beginScript, 3, accounts, audit, restoring, mark, lastEntry ?? 'none')
    .catch((error: Error) => {
      throw error instanceof ReplyError ? error : incomplete(error);
    });
  if (begun !== 'begun') throw new CommandRefused(refusals[String(begun)]);
  try {
    const run = async (commands: readonly (readonly string[])[]) => {
      const text = JSON.stringify(commands);
      if ((await redis.eval(stepScript, 1, restoring, mark, text)) !== 'done') throw overtaken();
    };
    for await (const batch of redis.scanStream({ match: everyAccountKey, count: 1000 })) {
      const names = (batch as string[]).filter((name) => name !== restoring);
      if (names.length > 0) await run([['UNLINK', ...names]]);
    }
    const commands = stored.flatMap((line) => [...commandsOf(line)]);
    for (let at = 0; at < commands.length; at += batchSize) {
      await run(commands.slice(at, at + batchSize));
    }
    const now = new Date(toMilliseconds(await redis.time())).toISOString();
    const names = [restoring, restoredAccounts, accounts, audit];
    const counts = [String(header.accounts), String(header.auditEntries)];
    const args = [mark, ...counts, by, header.createdAt, now];
    const { reply, risks } = await runDurably(redis, finishScript, names, args);
    if (reply !== 'done') throw overtaken();
    return risks;
  } catch (error) {
    throw error instanceof CommandRefused ? error : incomplete(error as Error);
  }
}

function overtaken(): CommandRefused {
  return new CommandRefused(
    'another restore was begun on this Redis, or Redis has lost what was restored; this restore has ended, and account list shows how the other one did',
  );
}

function incomplete(cause: Error): CommandIncomplete {
  return new CommandIncomplete(
    `the restore did not end (${cause.message}): if it has begun, keyed requests get 503 until the same command is run again`,
    { cause },
  );
}

/** Yields the commands that write a line of a backup. The set of all accounts gets its name at the end. */
function* commandsOf(line: StoredKey): Generator<readonly string[]> {
  const key = line.key === accounts ? restoredAccounts : line.key;
  if (line.type === 'stream') {
    for (const [id, pairs] of line.value) yield ['XADD', key, id, ...pairs];
  } else {
    const name = { hash: 'HSET', set: 'SADD', zset: 'ZADD' }[line.type];
    // Redis returns members first, and ZADD takes scores first.
    const swapped = line.value.map((_, at) => line.value[at % 2 === 0 ? at + 1 : at - 1] ?? '');
    const values = line.type === 'zset' ? swapped : line.value;
    for (let at = 0; at < values.length; at += batchSize) {
      yield [name, key, ...values.slice(at, at + batchSize)];
    }
  }
  if (line.expiresAt !== undefined) yield ['PEXPIREAT', key, String(line.expiresAt)];
}

/** Publishes the ids of accounts, so that the services drop what they know of them at once. */
export async function publish(redis: Redis, ids: Iterable<string>): Promise<void> {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.publish(redisKeys.accountChanges, id);
  await readTogether(pipeline);
}
