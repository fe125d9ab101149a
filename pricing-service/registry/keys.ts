/** Creates, revokes, rotates and lists the keys of an account. Changes throw the errors of `runChange`. */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { createApiKey, hashApiKey, maxActiveKeys } from '../../contract/api-key.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { requireAccount } from './accounts.ts';
import { type ChangeRisks, type RegistrySession, runChange } from './change.ts';
import { ChangeRefused, type OnDamaged, throwDamaged } from './failures.ts';
import { readEach, readRecord, replyOf, toMilliseconds } from './read-replies.ts';
import { createKeyId, type KeyEntry, toKeyEntry } from './records.ts';

/** A new key. Redis stores only its hash, so it cannot be shown again. */
export interface IssuedKey extends ChangeRisks {
  readonly key: string;
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
  /** By the clock of Redis; ISO 8601. */
  readonly createdAt: string;
}

/**
 * Creates a key, random unless `key` is given. Throws `ChangeRefused`: `no-account`, `not-approved`, or
 * `full` if the account has ten active keys.
 */
export async function createKey(
  session: RegistrySession,
  request: { readonly account: string; readonly label: string; readonly key?: string },
): Promise<IssuedKey> {
  const { account, label, key = createApiKey(randomBytes) } = request;
  return withFreeId(key, async (fresh) => {
    const { createdAt, risks } = await runChange(session, {
      files: ['keys', 'create-key'],
      whenFull: 'refuse',
      keys: keysOfIssue(account, key),
      change: { account, limit: maxActiveKeys, key: { ...fresh, label } },
      facts: z.object({ createdAt: z.string() }),
    });
    return { key, id: fresh.id, label, lastFour: fresh.lastFour, createdAt, risks };
  });
}

/** When a replaced key is revoked: at a time (milliseconds since 1970), or after a while. */
export type Ending = { readonly revokeAtMs: number } | { readonly graceMs: number };

/** A new key, and the key that it replaces, which is refused from `revokedAt` on (ISO 8601). */
export interface RotatedKey extends IssuedKey {
  readonly replaces: { readonly id: string; readonly revokedAt: string };
}

/**
 * Replaces a key by a new one with the same label. Until `ending`, both count towards the ten. Throws
 * `ChangeRefused` as `createKey` does, and `no-key`, `revoked`, `ending` or `past`.
 */
export async function rotateKey(
  session: RegistrySession,
  account: string,
  replaced: string,
  ending: Ending,
): Promise<RotatedKey> {
  const old = await findHash(session.redis, account, replaced);
  const key = createApiKey(randomBytes);
  return withFreeId(key, async (fresh) => {
    const { createdAt, revokedAt, label, risks } = await runChange(session, {
      files: ['keys', 'rotate-key'],
      whenFull: 'run',
      keys: [...keysOfIssue(account, key), redisKeys.key(old)],
      change: { account, limit: maxActiveKeys, key: fresh, replaces: replaced, ...ending },
      facts: z.object({ createdAt: z.string(), revokedAt: z.string(), label: z.string() }),
    });
    const { id, lastFour } = fresh;
    return { key, id, label, lastFour, createdAt, risks, replaces: { id: replaced, revokedAt } };
  });
}

/** Revokes a key for ever. `already` is true if it was; throws `ChangeRefused` (`no-account`, `no-key`). */
export async function revokeKey(
  session: RegistrySession,
  account: string,
  id: string,
): Promise<ChangeRisks & { readonly revokedAt: string; readonly already: boolean }> {
  const hash = await findHash(session.redis, account, id);
  return runChange(session, {
    files: ['revoke-key'],
    whenFull: 'run',
    keys: [redisKeys.key(hash), redisKeys.activeKeys(account)],
    change: { account, id },
    facts: z.object({ revokedAt: z.string(), already: z.boolean() }),
  });
}

/**
 * Returns all keys that an account ever had, oldest first; leaves out damaged ones after `onDamaged`.
 * Throws `ChangeRefused` (`no-account`).
 */
export async function listKeys(
  redis: Redis,
  account: string,
  onDamaged: OnDamaged = throwDamaged,
): Promise<KeyEntry[]> {
  await requireAccount(redis, account);
  const hashes = Object.entries(await redis.hgetall(redisKeys.accountKeys(account)));
  const pipeline = redis.pipeline().time();
  for (const [, hash] of hashes) {
    pipeline.hgetall(redisKeys.key(hash)).hget(redisKeys.uses, hash);
  }
  const [time, ...replies] = await readEach(pipeline);
  const now = toMilliseconds(replyOf(time));
  return hashes
    .flatMap(([id], at) => {
      const read = () =>
        toKeyEntry(replyOf(replies[at * 2]), now, replyOf<string | null>(replies[at * 2 + 1]));
      return readRecord(`key ${id} of ${account}`, read, onDamaged);
    })
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

/** Calls `create` with what is stored of a new key, again while its random id is taken. */
async function withFreeId<Created>(
  key: string,
  create: (fresh: { id: string; hash: string; lastFour: string }) => Promise<Created>,
): Promise<Created> {
  for (;;) {
    const id = createKeyId(randomBytes);
    try {
      return await create({ id, hash: hashApiKey(key), lastFour: key.slice(-4) });
    } catch (error) {
      if (!(error instanceof ChangeRefused) || error.refusal.outcome !== 'id-taken') throw error;
    }
  }
}

/** The KEYS of `keys.lua` after the audit. */
function keysOfIssue(account: string, key: string): string[] {
  const names = [redisKeys.account, redisKeys.activeKeys, redisKeys.accountKeys];
  return [...names.map((nameOf) => nameOf(account)), redisKeys.key(hashApiKey(key))];
}

/** Returns the SHA-256 of a key by its id. Throws `ChangeRefused` (`no-account`, `no-key`). */
async function findHash(redis: Redis, account: string, id: string): Promise<string> {
  const hash = await redis.hget(redisKeys.accountKeys(account), id);
  if (hash !== null) return hash;
  await requireAccount(redis, account);
  throw new ChangeRefused({ outcome: 'no-key' }, account);
}
