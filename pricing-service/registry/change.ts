/** Runs the Lua scripts that change accounts and keys; each also appends its audit entry. */
import { readFile } from 'node:fs/promises';
import { type Redis, ReplyError } from 'ioredis';
import type { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { ChangeRefused, OutcomeUnknown, refusalSchema } from './failures.ts';

/** A connection to Redis, and who makes changes over it, for the audit: `user@host`. */
export interface RegistrySession {
  readonly redis: Redis;
  readonly by: string;
}

/**
 * Why a change that was made may be lost: no replica acknowledged it in two seconds, or the server
 * writes no append-only file (decisions.md, "A change of keys is durable when it is confirmed").
 */
export type Risk = 'no-replica' | 'no-file';

/** How safely a change is stored: `risks` is empty if it is safe. */
export interface ChangeRisks {
  readonly risks: readonly Risk[];
}

const replicaTimeoutMs = 2000;

/**
 * What Redis does with a script at `maxmemory`: `refuse` it before it starts, or `run` it, for one
 * that ends access. Without such a line, Redis would start it and refuse its first write.
 */
const shebangs = { refuse: '#!lua', run: '#!lua flags=allow-oom' } as const;

/**
 * Changes accounts or keys with one script: `prelude.lua`, `restoring.lua` and `files`. Its KEYS are
 * the audit and `keys`; its ARGV is `change` with the author, as JSON. Returns the members `facts` of
 * its reply. Throws `ChangeRefused`, and the errors of `runDurably`.
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
  const lua = await readScript(['prelude', 'restoring', ...call.files]);
  const script = `${shebangs[call.whenFull]}\n${lua}`;
  const { audit, accountChanges: channel, restoring } = redisKeys;
  const change = JSON.stringify({ by, channel, restoring, ...call.change });
  const { reply: text, risks } = await runDurably(redis, script, [audit, ...call.keys], [change]);
  const reply: unknown = JSON.parse(String(text));
  const refusal = refusalSchema.safeParse(reply);
  if (refusal.success) throw new ChangeRefused(refusal.data, call.change.account);
  return { ...call.facts.parse(reply), risks };
}

/**
 * Runs a script, and waits for a replica where the server has or requires one. Throws
 * `OutcomeUnknown` if no reply came after it was sent, and errors of Redis.
 */
export async function runDurably(
  redis: Redis,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<ChangeRisks & { readonly reply: unknown }> {
  const info = await redis.info('replication', 'persistence');
  const replicas = /^connected_slaves:[1-9]|^min_slaves_good_slaves:/m.test(info) ? 1 : 0;
  // One pipeline: WAIT covers the writes of its own connection.
  const results = await redis
    .pipeline()
    .eval(script, keys.length, ...keys, ...args)
    .wait(replicas, replicaTimeoutMs)
    .exec()
    .catch(throwOutcomeUnknown);
  const [[error, reply] = [null, null], [lost, count] = [null, 0]] = results ?? [];
  if (error instanceof ReplyError) throw error;
  if (error) throwOutcomeUnknown(error);
  const risks: Risk[] = [];
  if (replicas > 0 && (lost !== null || Number(count) < replicas)) risks.push('no-replica');
  if (/^aof_enabled:0/m.test(info)) risks.push('no-file');
  return { reply, risks };
}

/** Returns Lua files of the folder `scripts` (names without `.lua`) as one script. */
export async function readScript(files: readonly string[]): Promise<string> {
  const texts = files.map((file) =>
    readFile(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8'),
  );
  return (await Promise.all(texts)).join('\n');
}

function throwOutcomeUnknown(cause: Error): never {
  // The messages of ioredis name its retry option, or say no more than that the connection is closed.
  const isClosed =
    cause.name === 'MaxRetriesPerRequestError' || cause.message === 'Connection is closed.';
  throw new OutcomeUnknown(isClosed ? 'it was closed before the answer' : cause.message, { cause });
}
