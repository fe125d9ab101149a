/**
 * Creates, revokes, rotates and lists the keys of an account. `failures.ts` explains the codes of
 * `ChangeRefused`.
 */
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

/** A new key. Redis stores only the hash of the key, so the key cannot be shown again. */
export interface IssuedKey extends ChangeRisks {
  readonly key: string;
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
  /** Time of creation by the clock of Redis; ISO 8601. */
  readonly createdAt: string;
}

/**
 * Creates a key for an account whose program is `linked` or `approved`, and returns it. The key is random unless `key`,
 * which must be new, is given. The limit of ten active keys holds for concurrent calls too. Throws `ChangeRefused`
 * (`no-account`, `not-approved`, `full` if the account has ten active keys, or `restoring` while a backup is restored),
 * `OutcomeUnknown` if no reply came after the change was sent, and the error of the Redis client if Redis cannot be
 * reached or refuses the script.
 */
export async function createKey(
  session: RegistrySession,
  {
    account,
    label,
    key = createApiKey(randomBytes),
  }: {
    readonly account: string;
    readonly label: string;
    readonly key?: string;
  },
): Promise<IssuedKey> {
  return withFreeId(async (id) => {
    const fresh = keyFields(key, id);
    const { createdAt, risks } = await runChange(session, {
      files: ['keys', 'create-key'],
      whenFull: 'refuse',
      keys: keysOfIssue(account, key),
      change: { account, limit: maxActiveKeys, key: { ...fresh, label } },
      facts: z.object({ createdAt: z.string() }),
    });
    const { lastFour } = fresh;
    return { key, id, label, lastFour, createdAt, risks };
  });
}

/**
 * When a replaced key is revoked: at the time `revokeAtMs` (milliseconds since 1970), or `graceMs` milliseconds after
 * the new key is created.
 */
export type Ending = { readonly revokeAtMs: number } | { readonly graceMs: number };

/**
 * A new key, and the id of the key that it replaces. The replaced key is refused from the time `replaces.revokedAt` on
 * (ISO 8601), which may be in the future.
 */
export interface RotatedKey extends IssuedKey {
  readonly replaces: { readonly id: string; readonly revokedAt: string };
}

/**
 * Replaces the key with the id `replaced` by a new key with the same label, and returns the new key. The old key stays
 * active until the time in `ending`; until then, both keys count towards the limit of ten active keys. Throws
 * `ChangeRefused` (`full` if the limit would be exceeded, `revoked` if the old key is revoked, `ending` if its
 * revocation is already scheduled, `past` if `revokeAtMs` is not in the future, `restoring` while a backup is restored,
 * or `no-account`, `no-key` or `not-approved`), `OutcomeUnknown` if no reply came after the change was sent, and the
 * error of the Redis client if Redis cannot be reached or refuses the script.
 */
export async function rotateKey(
  session: RegistrySession,
  account: string,
  replaced: string,
  ending: Ending,
): Promise<RotatedKey> {
  const old = await findHash(session.redis, account, replaced);
  const key = createApiKey(randomBytes);
  return withFreeId(async (id) => {
    const fresh = keyFields(key, id);
    const { createdAt, revokedAt, label, risks } = await runChange(session, {
      files: ['keys', 'rotate-key'],
      whenFull: 'run',
      keys: [...keysOfIssue(account, key), redisKeys.key(old)],
      change: { account, limit: maxActiveKeys, key: fresh, replaces: replaced, ...ending },
      facts: z.object({ createdAt: z.string(), revokedAt: z.string(), label: z.string() }),
    });
    const { lastFour } = fresh;
    const replaces = { id: replaced, revokedAt };
    return { key, id, label, lastFour, createdAt, risks, replaces };
  });
}

/**
 * Revokes a key immediately and permanently. Idempotent: if the key was revoked before, `already` is true and
 * `revokedAt` is the time of that revocation. Throws `ChangeRefused` (`no-account`, `no-key`, or `restoring` while a
 * backup is restored), `OutcomeUnknown` if no reply came after the change was sent, and the error of the Redis client
 * if Redis cannot be reached or refuses the script. After all of these errors except `OutcomeUnknown`, nothing has
 * changed.
 */
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
 * Returns all keys that the account ever had, including revoked ones, oldest first. Leaves out a key whose record is
 * damaged, and calls `onDamaged` with a `DamagedRecord` error for it; the default of `onDamaged` throws this error.
 * Throws `ChangeRefused` (`no-account`) if there is no such account, and errors of Redis and of `onDamaged`.
 */
export async function listKeys(
  redis: Redis,
  account: string,
  onDamaged: OnDamaged = throwDamaged,
): Promise<KeyEntry[]> {
  await requireAccount(redis, account);
  const hashes = Object.entries(await redis.hgetall(redisKeys.accountKeys(account)));
  const pipeline = redis.pipeline().time();
  for (const [, hash] of hashes) pipeline.hget(redisKeys.uses, hash);
  for (const [, hash] of hashes) pipeline.hgetall(redisKeys.key(hash));
  const [time, ...replies] = await readEach(pipeline);
  const [uses, records] = [replies.slice(0, hashes.length), replies.slice(hashes.length)];
  const now = toMilliseconds(replyOf(time));
  return hashes
    .flatMap(([id], index) => {
      const read = () =>
        toKeyEntry(replyOf(records[index]), now, replyOf<string | null>(uses[index]));
      return readRecord(`key ${id} of ${account}`, read, onDamaged);
    })
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

/**
 * Calls `create` with a random key id and returns the result. If `create` throws `ChangeRefused` (`id-taken`), because
 * the account already has a key with this id, tries again with another id. Throws all other errors of `create`.
 */
async function withFreeId<Created>(create: (id: string) => Promise<Created>): Promise<Created> {
  for (;;) {
    try {
      return await create(createKeyId(randomBytes));
    } catch (error) {
      if (!(error instanceof ChangeRefused) || error.refusal.outcome !== 'id-taken') throw error;
    }
  }
}

/** Returns the id, SHA-256 in hexadecimal (`hash`) and last four characters of a new key, for a script to store. */
function keyFields(key: string, id: string) {
  return { id, hash: hashApiKey(key), lastFour: key.slice(-4) };
}

/**
 * Returns the names of the Redis keys that `keys.lua` uses to issue an API key, in the order of its KEYS[2] to KEYS[5]:
 * the account's record, the set of its active keys, the index of its keys, and the record of the new key.
 */
function keysOfIssue(account: string, key: string): string[] {
  return [
    redisKeys.account(account),
    redisKeys.activeKeys(account),
    redisKeys.accountKeys(account),
    redisKeys.key(hashApiKey(key)),
  ];
}

/**
 * Returns the SHA-256, in hexadecimal, of the API key that has `id` in an account. Throws `ChangeRefused`
 * (`no-account`, `no-key`) and errors of Redis.
 */
async function findHash(redis: Redis, account: string, id: string): Promise<string> {
  const hash = await redis.hget(redisKeys.accountKeys(account), id);
  if (hash !== null) return hash;
  await requireAccount(redis, account);
  throw new ChangeRefused({ outcome: 'no-key' }, account);
}
