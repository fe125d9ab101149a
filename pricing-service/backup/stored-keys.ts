/**
 * The schemas of a backup: Redis keys of accounts, API keys and the audit, each with type, value and expiry.
 * Values are strings in the order in which Redis returns them.
 */
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';

const texts = z.array(z.string());
/** Validates a list that alternates names and values, such as `['name', 'Acme', 'tier', 'A3']`. */
const pairs = texts.refine(({ length }) => length % 2 === 0, 'has a name without a value');

const common = {
  /** The name of the Redis key. */
  key: z.string(),
  /** When the Redis key expires, in milliseconds since 1970; missing for a key without a TTL. */
  expiresAt: z.number().int().positive().optional(),
};

/** Validates a line of a backup: a Redis key with its value, or one part of a large set or stream. */
export const redisKeySchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('hash'), value: pairs }),
  z.strictObject({ ...common, type: z.literal('set'), value: texts }),
  /** Alternating ids of active API keys and times of revocation (milliseconds since 1970, or `inf` if none is set). */
  z.strictObject({ ...common, type: z.literal('zset'), value: pairs }),
  /** Entries of the stream: the id of each, then its alternating names and values. */
  z.strictObject({
    ...common,
    type: z.literal('stream'),
    value: z.array(z.tuple([z.string(), pairs])),
  }),
]);
/** A Redis key in a backup, or one part of a large set or stream. */
export type RedisKey = z.infer<typeof redisKeySchema>;

/** An audit entry: its id in the stream, and alternating names and values. */
export type AuditItem = [id: string, pairs: string[]];

/** Validates the first line of a backup. */
export const headerSchema = z.strictObject({
  format: z.literal('apparel-catalogue accounts'),
  version: z.literal(1, 'is one that this program does not know: use the newest'),
  /** The time of the snapshot by the clock of Redis; ISO 8601. */
  createdAt: z.iso.datetime(),
  accounts: z.number().int(),
  /** Number of API keys, including revoked ones. */
  keys: z.number().int(),
  auditEntries: z.number().int(),
});
/** The first line of a backup: its time, and the numbers of accounts, API keys and audit entries. */
export type Header = z.infer<typeof headerSchema>;

/** Validates the last line of a backup: the SHA-256 of all bytes of the lines before it, in hex. */
export const footerSchema = z.strictObject({ sha256: z.string().regex(/^[\da-f]{64}$/) });

/**
 * Splits the name of a Redis key into its kind and the account id or key hash (SHA-256 in hexadecimal) in it:
 * `{keys}:account:acme:active` → `['activeKeys', 'acme']`. The second element is empty for the kinds `accounts` and
 * `audit`. Returns undefined for a name that does not belong in a backup.
 */
export function readName(name: string): readonly [kind: StoredKind, of: string] | undefined {
  if (name === redisKeys.accounts) return ['accounts', ''];
  if (name === redisKeys.audit) return ['audit', ''];
  const accountPrefix = redisKeys.account('');
  if (name.startsWith(accountPrefix)) {
    const [account = '', part, ...more] = name.slice(accountPrefix.length).split(':');
    if (more.length > 0 || account === '') return undefined;
    if (part === undefined) return ['account', account];
    if (name === redisKeys.accountKeys(account)) return ['accountKeys', account];
    return name === redisKeys.activeKeys(account) ? ['activeKeys', account] : undefined;
  }
  const hash = name.slice(redisKeys.key('').length);
  return name === redisKeys.key(hash) && /^[\da-f]{64}$/.test(hash) ? ['key', hash] : undefined;
}
/**
 * The kinds of Redis keys in a backup: the set of all `accounts` and the `audit` stream; for each account its record
 * (`account`), the index of its API keys (`accountKeys`) and the set of its active API keys (`activeKeys`); and the
 * record of each API key (`key`).
 */
export type StoredKind = 'accounts' | 'audit' | 'account' | 'accountKeys' | 'activeKeys' | 'key';

/** The Redis data type of each kind of Redis key that a backup contains. */
export const typeOfKind = {
  accounts: 'set',
  audit: 'stream',
  account: 'hash',
  accountKeys: 'hash',
  activeKeys: 'zset',
  key: 'hash',
} as const satisfies Record<StoredKind, RedisKey['type']>;

/** Converts alternating names and values, as Redis returns a hash, to an object. */
export function toFields(value: readonly string[]): Readonly<Record<string, string>> {
  const entries = value.flatMap((name, at) => (at % 2 === 0 ? [[name, value[at + 1] ?? '']] : []));
  return Object.fromEntries(entries);
}
