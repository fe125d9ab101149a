/** Keys of an account: creating, revoking, rotating and listing them. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createApiKey, hashApiKey, maxActiveKeys } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { type Author, type Connection, type Durability, runChange } from './change.ts';
import { ChangeRefused } from './failures.ts';
import { createKeyId } from './key-id.ts';
import { readTogether, toMilliseconds } from './reading.ts';
import { type KeyEntry, toKeyEntry } from './records.ts';

/** A key that was created: the one time that it is seen. */
export interface IssuedKey extends Durability {
  readonly key: string;
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/**
 * Creates a key of an account that is linked or approved and has fewer than ten active ones, at any
 * race. Rejects with `ChangeRefused` (`no-account`, `not-approved`, `full`), and as `runChange` does.
 */
export async function createKey(
  author: Author,
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
    const fresh = describe(key, id);
    const { createdAt, risks } = await runChange(author, {
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

/** When the key that another replaces is revoked: at a moment, or after a time. */
export type Ending = { readonly revokeAtMs: number } | { readonly graceMs: number };

/** A new key, and what it replaces. */
export interface RotatedKey extends IssuedKey {
  readonly replaces: { readonly id: string; readonly revokedAt: string };
}

/**
 * Creates a key of the same label in place of another, which stays active until its ending; both
 * count until then. Rejects like `createKey`, and with `ChangeRefused` (`no-key`, `revoked`, `ending`,
 * `past`).
 */
export async function rotateKey(
  author: Author,
  account: string,
  replaced: string,
  ending: Ending,
): Promise<RotatedKey> {
  const old = await findHash(author.redis, account, replaced);
  const key = createApiKey(randomBytes);
  return withFreeId(async (id) => {
    const fresh = describe(key, id);
    const { createdAt, revokedAt, label, risks } = await runChange(author, {
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
 * Revokes a key at once and for good. `already` when it was: doing it twice is doing it once. Rejects
 * with `ChangeRefused` (`no-account`, `no-key`), and as `runChange` does.
 */
export async function revokeKey(
  author: Author,
  account: string,
  id: string,
): Promise<Durability & { readonly revokedAt: string; readonly already: boolean }> {
  const hash = await findHash(author.redis, account, id);
  return runChange(author, {
    files: ['revoke-key'],
    whenFull: 'run',
    keys: [redisKeys.key(hash), redisKeys.activeKeys(account)],
    change: { account, id },
    facts: z.object({ revokedAt: z.string(), already: z.boolean() }),
  });
}

/** Every key the account ever had, the oldest first. Rejects with `ChangeRefused` (`no-account`). */
export async function listKeys(redis: Connection, account: string): Promise<KeyEntry[]> {
  await requireAccount(redis, account);
  const hashes = await redis.hvals(redisKeys.accountKeys(account));
  const pipeline = redis.pipeline().time();
  for (const hash of hashes) pipeline.hgetall(redisKeys.key(hash));
  const [time, ...records] = await readTogether(pipeline);
  const now = toMilliseconds(time);
  return records
    .map((fields) => toKeyEntry(fields as Record<string, string>, now))
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

/** Calls `create` with ids until one is free. */
async function withFreeId<Created>(create: (id: string) => Promise<Created>): Promise<Created> {
  for (;;) {
    try {
      return await create(createKeyId(randomBytes));
    } catch (error) {
      if (!(error instanceof ChangeRefused) || error.refusal.outcome !== 'id-taken') throw error;
    }
  }
}

/** What a script is told of a key. */
function describe(key: string, id: string) {
  return { id, hash: hashApiKey(key), lastFour: key.slice(-4) };
}

/** What `keys.lua` names. */
function keysOfIssue(account: string, key: string): string[] {
  return [
    redisKeys.account(account),
    redisKeys.activeKeys(account),
    redisKeys.accountKeys(account),
    redisKeys.key(hashApiKey(key)),
  ];
}

/** The hash of a key by its id, which never changes once it is there. */
async function findHash(redis: Connection, account: string, id: string): Promise<string> {
  const hash = await redis.hget(redisKeys.accountKeys(account), id);
  if (hash !== null) return hash;
  await requireAccount(redis, account);
  throw new ChangeRefused({ outcome: 'no-key' }, account);
}

async function requireAccount(redis: Connection, account: string): Promise<void> {
  if ((await redis.exists(redisKeys.account(account))) === 0) {
    throw new ChangeRefused({ outcome: 'no-account' }, account);
  }
}
