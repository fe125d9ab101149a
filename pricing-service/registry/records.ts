/**
 * The stored records of accounts and keys, and the valid values of their fields (design section 6). The Lua files of
 * the folder `scripts` and restores of backups write them, except `lastUsed`, which the service writes.
 */
import { z } from 'zod';
import { containsApiKey } from '../../contract/api-key.ts';

/** Possible relations of an account to the distributor program. Only `linked` and `approved` accounts get new keys. */
export const programs = ['linked', 'approved', 'pending'] as const;
/** The relation of an account to the distributor program. */
export type Program = (typeof programs)[number];

const containsNoKey = (text: string) => !containsApiKey(text);
const containsKeyMessage = 'must not contain a key';

/**
 * Validates the id of an account: 1 to 64 letters, digits, `.`, `_` or `-`, of which the first is a letter or digit.
 * The id must not contain an API key. `:` is not allowed, because it separates the parts of Redis keys.
 */
export const accountIdSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit',
  )
  .refine(containsNoKey, containsKeyMessage);

/**
 * Validates a name or label: 1 to 100 printable characters that contain no API key. Removes white space at both ends.
 */
export const nameSchema = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, 'must be 1 to 100 printable characters')
  .refine(containsNoKey, containsKeyMessage);

/** Crockford's Base 32, which lacks letters that look like other characters, so that an id can be read aloud. */
const keyIdAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const keyIdLength = 8;

/**
 * Matches the id of a key, such as `7k3fq9xz`. Operators identify a key by its id, because neither the key nor its hash
 * may be shown.
 */
export const keyIdPattern = new RegExp(`^[${keyIdAlphabet}]{${keyIdLength}}$`);

/**
 * Creates a key id of eight characters from 40 random bits. Another key of the account may have the same id by chance;
 * the scripts then refuse the new key (`id-taken`).
 */
export function createKeyId(randomBytes: (count: number) => Uint8Array): string {
  const bytes = randomBytes(keyIdLength);
  return Array.from(bytes, (byte) => keyIdAlphabet[byte % keyIdAlphabet.length]).join('');
}

/** Validates the fields of an account in its Redis hash. */
const accountFieldsSchema = z.object({
  name: z.string(),
  tier: z.string(),
  program: z.enum(programs),
  distributorPricing: z.enum(['0', '1']),
});

/** Validates the fields of a key in its Redis hash. Times are ISO 8601, `lastUsed` is a day. */
const apiKeyFieldsSchema = z.object({
  id: z.string(),
  account: z.string(),
  label: z.string(),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  /**
   * Present if the key was revoked immediately, not at a scheduled time. The key is then refused even if `revokedAt` is
   * later than the clock, which may have been set back.
   */
  revoked: z.literal('1').optional(),
  lastUsed: z.string().optional(),
});

/** The properties of an account that operators see and change. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  /** Price tier, such as `A3`. */
  readonly tier: string;
  readonly program: Program;
  /** False if the account may not see net prices; its keys then count as revoked. */
  readonly distributorPricing: boolean;
}

/** The state of a key; `ending` means active until a scheduled revocation. */
export type KeyState = 'active' | 'ending' | 'revoked';

/** The properties of a key that operators may see. */
export interface KeyEntry {
  /** Random id of the key within its account; not derived from the key. */
  readonly id: string;
  readonly label: string;
  /** The last four characters of the key, to tell keys apart. */
  readonly lastFour: string;
  /** Time of creation by the clock of Redis; ISO 8601. */
  readonly createdAt: string;
  /** Day of the last use (ISO 8601), or null if the key was never used. */
  readonly lastUsed: string | null;
  /** State of the key; `ending` means that it is active until `revokedAt`. */
  readonly state: KeyState;
  /** Time of the past or scheduled revocation (ISO 8601), or null for a key without one. */
  readonly revokedAt: string | null;
}

/** Converts the Redis hash of an account to its properties; throws `ZodError` if it is invalid. */
export function toAccountRecord(
  id: string,
  fields: Readonly<Record<string, string>>,
): AccountRecord {
  const { distributorPricing, ...stored } = accountFieldsSchema.parse(fields);
  return { id, ...stored, distributorPricing: distributorPricing === '1' };
}

/**
 * Returns the milliseconds from `nowMs` (milliseconds since 1970) until a key is revoked: 0 if it is revoked already or
 * if `revokedAt` is not a valid time, undefined if no revocation is stored. `revoked` and `revokedAt` are the fields of
 * the key in Redis. `nowMs` must be the time of Redis, by whose clock keys are revoked: the clock of this machine may
 * be wrong.
 */
export function msUntilRevocation(
  {
    revoked,
    revokedAt,
  }: { readonly revoked: unknown; readonly revokedAt?: string | null | undefined },
  nowMs: number,
): number | undefined {
  if (revoked) return 0;
  if (!revokedAt) return undefined;
  const ms = Date.parse(revokedAt) - nowMs;
  return ms > 0 ? ms : 0;
}

/**
 * Converts the Redis hash of a key to its properties, with its state at `nowMs`: the time of Redis in milliseconds
 * since 1970, because the clock of this machine may be wrong. `usedOn` is the day of last use in `redisKeys.uses`;
 * earlier versions wrote it to the hash of the key. Throws `ZodError` if the hash is invalid. A `revokedAt` that is not a
 * time counts as revoked.
 */
export function toKeyEntry(
  fields: Readonly<Record<string, string>>,
  nowMs: number,
  usedOn: string | null = null,
): KeyEntry {
  const {
    id,
    label,
    lastFour,
    createdAt,
    revokedAt = null,
    revoked,
    lastUsed: usedBefore = null,
  } = apiKeyFieldsSchema.parse(fields);
  const lastUsed = usedOn ?? usedBefore;
  const revokedInMs = msUntilRevocation({ revoked, revokedAt }, nowMs);
  const state = revokedInMs === 0 ? 'revoked' : revokedInMs === undefined ? 'active' : 'ending';
  return { id, label, lastFour, createdAt, lastUsed, state, revokedAt };
}
