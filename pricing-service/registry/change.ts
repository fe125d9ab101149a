/**
 * Runs the Lua scripts that change accounts and keys. Each script makes a change and appends its audit entry
 * atomically.
 */
import { readFile } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { ReplyError } from 'ioredis';
import type { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { ChangeRefused, OutcomeUnknown, refusalSchema } from './failures.ts';

/** A connection to Redis, and the person who makes changes over it. */
export interface RegistrySession {
  readonly redis: Redis;
  /** The person as `user@host`, which the audit stream records with each change. */
  readonly by: string;
}

/**
 * Why a change that was made may still be lost (decisions.md, "A change of keys is durable when it
 * is confirmed"). `no-replica`: the server has or requires a replica, and none acknowledged the
 * change within two seconds; `no-file`: the server writes no append-only file.
 */
export type Risk = 'no-replica' | 'no-file';

/** How safely a change that was made is stored. */
export interface ChangeRisks {
  /** The reasons why the change may be lost; empty if it is safe. */
  readonly risks: readonly Risk[];
}

/** Maximum wait for a replica to acknowledge a change, in milliseconds. */
const replicaTimeoutMs = 2000;

/**
 * Lua files of the folder `scripts` that come before the files of each change: `prelude` defines functions and
 * variables, and `restoring` refuses the change during a restore.
 */
const commonFiles = ['prelude', 'restoring'] as const;

/**
 * First line of a script, which decides what Redis does with the script when its memory is full (`maxmemory`).
 * `refuse`: Redis refuses it before it starts; without such a line, Redis would start it and refuse its first write.
 * `run`: Redis runs it nevertheless; for scripts that can end access or replace a key.
 */
const shebangs = { refuse: '#!lua', run: '#!lua flags=allow-oom' } as const;

/**
 * Changes accounts or keys with one Lua script. It consists of `prelude.lua`, `restoring.lua` and `files` (names in
 * the folder `scripts`, without `.lua`), in this order. Its first KEYS is the audit stream; `keys` follow. Its only
 * ARGV is a JSON object: the members of `change`, and `by`, `channel` and `restoring`, which every change needs.
 * `whenFull` decides whether Redis runs or refuses the script when its memory is full. Returns those members of the
 * script's reply that are in the schema `facts`, and the reasons why the change may be lost (`risks`). Throws
 * `ChangeRefused` if the script refuses the change, and the errors of `runDurably`.
 */
export async function runChange<Facts extends z.ZodRawShape>(
  { redis, by }: RegistrySession,
  call: {
    readonly files: readonly string[];
    readonly whenFull: keyof typeof shebangs;
    readonly keys: readonly string[];
    readonly change: { readonly account: string } & Readonly<Record<string, unknown>>;
    readonly facts: z.ZodObject<Facts>;
  },
): Promise<z.infer<z.ZodObject<Facts>> & ChangeRisks> {
  const script = `${shebangs[call.whenFull]}\n${await readScript([...commonFiles, ...call.files])}`;
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
 * Runs a Lua script. If the server has or requires a replica, then waits up to two seconds until a replica acknowledges
 * the writes of the script; if none does, the writes stay and `risks` contains `no-replica`. Returns the script's
 * reply, and in `risks` the reasons why its writes may be lost. Throws `OutcomeUnknown` if no reply came after the
 * script was sent, and the error of the Redis client if Redis cannot be reached or refuses the script.
 */
export async function runDurably(
  redis: Redis,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<ChangeRisks & { readonly reply: unknown }> {
  const { hasFile, expectsReplicas } = await readSafeguards(redis);
  const replicas = expectsReplicas ? 1 : 0;
  // One pipeline: WAIT covers the writes of its own connection, and has to go to the node of the keys.
  const results = await redis
    .pipeline()
    .eval(script, keys.length, ...keys, ...args)
    .wait(replicas, replicaTimeoutMs)
    .exec()
    .catch(throwOutcomeUnknown);
  const [[error, reply] = [null, null], [lost, count] = [null, 0]] = results ?? [];
  if (error instanceof ReplyError) throw error;
  if (error) throwOutcomeUnknown(error);
  const acknowledged = replicas === 0 || (lost === null && Number(count) >= replicas);
  const risks: Risk[] = [];
  if (!acknowledged) risks.push('no-replica');
  if (!hasFile) risks.push('no-file');
  return { reply, risks };
}

/**
 * Returns the text of Lua files of the folder `scripts` (names without `.lua`), joined to one script in the given
 * order. EVAL sends this text with every call, so the script need not be loaded on the server first.
 */
export async function readScript(files: readonly string[]): Promise<string> {
  const texts = files.map((file) =>
    readFile(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8'),
  );
  return (await Promise.all(texts)).join('\n');
}

/**
 * Script that returns INFO of the server that stores the audit. In a Cluster, the key of a script selects the node that
 * runs it; the command INFO has no key.
 */
const infoScript = `return redis.call('INFO', 'replication', 'persistence')`;

/**
 * Returns two facts about the server: `hasFile` is true if it writes an append-only file; `expectsReplicas` is true if
 * a replica is connected, or if `min-replicas-to-write` requires one (INFO contains `min_slaves_good_slaves` only
 * then).
 */
async function readSafeguards(redis: Redis) {
  const info = String(await redis.eval(infoScript, 1, redisKeys.audit));
  return {
    hasFile: !/^aof_enabled:0/m.test(info),
    expectsReplicas:
      /^connected_slaves:[1-9]/m.test(info) || /^min_slaves_good_slaves:/m.test(info),
  };
}

/** Throws `OutcomeUnknown`, because the connection failed after the change was sent; `cause` is ioredis's error. */
function throwOutcomeUnknown(cause: Error): never {
  // The messages of ioredis name its retry option, or say no more than that the connection is closed.
  const isClosed =
    cause.name === 'MaxRetriesPerRequestError' || cause.message === 'Connection is closed.';
  throw new OutcomeUnknown(isClosed ? 'it was closed before the answer' : cause.message, { cause });
}
