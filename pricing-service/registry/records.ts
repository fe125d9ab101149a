/** The stored records of accounts and keys, and the valid values of their fields. */
import { z } from 'zod';
import { containsApiKey } from '../../contract/api-key.ts';

/** Relations of an account to the distributor programme; a pending account gets no new keys. */
export const programs = ['linked', 'approved', 'pending'] as const;
export type Program = (typeof programs)[number];

const containsNoKey = (text: string) => !containsApiKey(text);
const containsKeyMessage = 'must not contain a key';

/** The id of an account; without `:`, which separates the parts of Redis keys. */
export const accountIdSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit',
  )
  .refine(containsNoKey, containsKeyMessage);

/** A name or label: 1 to 100 printable characters, without white space at its ends. */
export const nameSchema = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, 'must be 1 to 100 printable characters')
  .refine(containsNoKey, containsKeyMessage);

/** Crockford's Base 32, which lacks letters that look like others, so that an id can be read aloud. */
const keyIdAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const keyIdLength = 8;

/** Matches the id of a key, such as `7k3fq9xz`, which is not secret as the key and its hash are. */
export const keyIdPattern = new RegExp(`^[${keyIdAlphabet}]{${keyIdLength}}$`);

/** Creates an id from 40 random bits; the scripts refuse one that the account has (`id-taken`). */
export function createKeyId(randomBytes: (count: number) => Uint8Array): string {
  const bytes = randomBytes(keyIdLength);
  return Array.from(bytes, (byte) => keyIdAlphabet[byte % keyIdAlphabet.length]).join('');
}

const accountFieldsSchema = z.object({
  name: z.string(),
  tier: z.string(),
  program: z.enum(programs),
  distributorPricing: z.enum(['0', '1']),
});

/** Times are ISO 8601, `lastUsed` is a day. */
const apiKeyFieldsSchema = z.object({
  id: z.string(),
  account: z.string(),
  label: z.string(),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  /** Revoked at once: refused even if `revokedAt` is later than a clock that was set back. */
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

/** The properties of a key that operators may see; times are ISO 8601, by the clock of Redis. */
export interface KeyEntry {
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
  readonly createdAt: string;
  /** Day of the last use, or null if the key was never used. */
  readonly lastUsed: string | null;
  /** `ending` means active until `revokedAt`. */
  readonly state: 'active' | 'ending' | 'revoked';
  readonly revokedAt: string | null;
}

type Fields = Readonly<Record<string, string>>;

/** Converts alternating names and values, as Redis returns them, to an object. */
export function fieldsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : [])),
  );
}

/** Converts the Redis hash of an account; throws `ZodError` if it is invalid. */
export function toAccountRecord(id: string, fields: Fields): AccountRecord {
  const { distributorPricing, ...stored } = accountFieldsSchema.parse(fields);
  return { id, ...stored, distributorPricing: distributorPricing === '1' };
}

/**
 * Returns the milliseconds until a key is revoked: 0 if it is, or its time is invalid; undefined if no
 * revocation is stored. `nowMs` is the time of Redis, by whose clock keys are revoked.
 */
export function msUntilRevocation(
  key: { readonly revoked: unknown; readonly revokedAt?: string | null | undefined },
  nowMs: number,
): number | undefined {
  if (key.revoked) return 0;
  if (!key.revokedAt) return undefined;
  const ms = Date.parse(key.revokedAt) - nowMs;
  return ms > 0 ? ms : 0;
}

/** Converts the Redis hash of a key, with its state at `nowMs`; throws `ZodError` if it is invalid. */
export function toKeyEntry(fields: Fields, nowMs: number, usedOn: string | null = null): KeyEntry {
  const { id, label, lastFour, createdAt, ...key } = apiKeyFieldsSchema.parse(fields);
  const { revokedAt = null, revoked } = key;
  // Earlier versions stored the day of the last use here.
  const lastUsed = usedOn ?? key.lastUsed ?? null;
  const revokedInMs = msUntilRevocation({ revoked, revokedAt }, nowMs);
  const state = revokedInMs === 0 ? 'revoked' : revokedInMs === undefined ? 'active' : 'ending';
  return { id, label, lastFour, createdAt, lastUsed, state, revokedAt };
}
