/** Runs the scripts of this folder: each is one change, made and noted in one step (decision 34). */
import { readFile } from 'node:fs/promises';
import { type Cluster, type Redis, ReplyError } from 'ioredis';
import type { z } from 'zod';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { ChangeRefused, OutcomeUnknown, refusalSchema } from './failures.ts';

/** One server, one behind Sentinel, or a Cluster. */
export type Connection = Redis | Cluster;

/** Who changes what: noted in the audit stream. */
export interface Author {
  readonly redis: Connection;
  /** A person, as the audit stream shall name one. */
  readonly by: string;
}

/**
 * Why a change that is made may be lost (decision 35): there should be replicas and none has acknowledged
 * it in time, or the server keeps no append-only file.
 */
export type Risk = 'no-replica' | 'no-file';

/** What a change gives besides its own facts. */
export interface Durability {
  /** None when it is safe. */
  readonly risks: readonly Risk[];
}

/** How long a replica may take to acknowledge a change, in milliseconds. */
const replicaPatienceMs = 2000;

/** The files that every script begins with. */
const beginning = ['prelude', 'restoring'] as const;

/**
 * The first lines of scripts. With one, Redis refuses a script before it starts and not at its first
 * write. A change that ends access, or replaces a key, must be possible at `maxmemory` (decision 34).
 */
const shebangs = { refuse: '#!lua', run: '#!lua flags=allow-oom' } as const;

/**
 * Runs the scripts `files`, one text, with the audit stream before `keys`; then waits for a replica
 * where there should be one. `whenFull` says what a Redis at `maxmemory` does. Returns the facts of a change that is done. Rejects with `ChangeRefused`,
 * with `OutcomeUnknown`, and with Redis's own error when Redis refuses the script.
 */
export async function runChange<Facts extends z.ZodRawShape>(
  { redis, by }: Author,
  call: {
    readonly files: readonly string[];
    readonly whenFull: keyof typeof shebangs;
    readonly keys: readonly string[];
    readonly change: { readonly account: string } & Readonly<Record<string, unknown>>;
    readonly facts: z.ZodObject<Facts>;
  },
): Promise<z.infer<z.ZodObject<Facts>> & Durability> {
  const script = `${shebangs[call.whenFull]}\n${await readScript([...beginning, ...call.files])}`;
  const keys = [redisKeys.audit, ...call.keys];
  const { accountChanges: channel, restoring } = redisKeys;
  const change = JSON.stringify({ by, channel, restoring, ...call.change });
  const { reply: text, risks } = await runDurably(redis, script, keys, [change]);
  const reply: unknown = JSON.parse(String(text));
  const refusal = refusalSchema.safeParse(reply);
  if (refusal.success) throw new ChangeRefused(refusal.data, call.change.account);
  return { ...call.facts.parse(reply), risks };
}

/**
 * Runs a script, then waits for a replica to have all that the connection wrote, if there should be one. Returns
 * the script's reply. Rejects with `OutcomeUnknown`, and with Redis's own error if Redis refuses the script.
 */
export async function runDurably(
  redis: Connection,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<Durability & { readonly reply: unknown }> {
  const { hasFile, expectsReplicas } = await readSafeguards(redis);
  const replicas = expectsReplicas ? 1 : 0;
  // In one sending: WAIT counts what its own connection wrote, and goes to the node of the keys.
  const results = await redis
    .pipeline()
    .eval(script, keys.length, ...keys, ...args)
    .wait(replicas, replicaPatienceMs)
    .exec()
    .catch(asUnknown);
  const [[error, reply] = [null, null], [lost, count] = [null, 0]] = results ?? [];
  if (error) throw error instanceof ReplyError ? error : asUnknown(error);
  const acknowledged = replicas === 0 || (lost === null && Number(count) >= replicas);
  const risks: Risk[] = [];
  if (!acknowledged) risks.push('no-replica');
  if (!hasFile) risks.push('no-file');
  return { reply, risks };
}

/** The text of a script: Redis is handed all of it each time, so that it cannot be missing there. */
export async function readScript(files: readonly string[]): Promise<string> {
  const texts = files.map((file) =>
    readFile(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8'),
  );
  return (await Promise.all(texts)).join('\n');
}

/** Asked by a script with a key, so that on Cluster the node of the keys answers. */
const infoScript = `return redis.call('INFO', 'replication', 'persistence')`;

/**
 * What keeps a change: whether the server writes an append-only file, and whether it has a replica, or is
 * told to have one: INFO shows `min_slaves_good_slaves` where `min-replicas-to-write` is set.
 */
async function readSafeguards(redis: Connection) {
  const info = String(await redis.eval(infoScript, 1, redisKeys.audit));
  return {
    hasFile: !/^aof_enabled:0/m.test(info),
    expectsReplicas:
      /^connected_slaves:[1-9]/m.test(info) || /^min_slaves_good_slaves:/m.test(info),
  };
}

/** Throws an `OutcomeUnknown`: the connection ended, or was silent for too long, after the change was sent. */
function asUnknown(cause: Error): never {
  // ioredis names its own retry option where a connection is closed.
  const isClosed = cause.name === 'MaxRetriesPerRequestError';
  throw new OutcomeUnknown(isClosed ? 'it was closed before the answer' : cause.message, { cause });
}
