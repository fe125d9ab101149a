/**
 * What is stored of accounts and keys, and what of it may be written (design section 6). The scripts
 * of this folder write these records; nothing else does but `lastUsed`, which the service writes.
 */
import { z } from 'zod';
import { holdsApiKey } from '../../../contract/api-key.ts';

/** Linked and approved accounts may have keys; a pending one has to be approved first. */
export const programs = ['linked', 'approved', 'pending'] as const;
export type Program = (typeof programs)[number];

const notAKey = (text: string) => !holdsApiKey(text);
const keyByMistake = 'must not hold a key';

/** An account's id: no `:`, since names in Redis are put together with it. */
export const accountIdSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit',
  )
  .refine(notAKey, keyByMistake);

/** A name or label, on one line of a terminal. */
export const nameSchema = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, 'must be 1 to 100 printable characters')
  .refine(notAKey, keyByMistake);

/** An account as it is stored. */
const storedAccountSchema = z.object({
  name: z.string(),
  tier: z.string(),
  program: z.enum(programs),
  distributorPricing: z.enum(['0', '1']),
});

/** A key as it is stored under its hash; moments in ISO 8601, `lastUsed` a day. */
const storedKeySchema = z.object({
  id: z.string(),
  account: z.string(),
  label: z.string(),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  lastUsed: z.string().optional(),
});

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  /** Price tier, `A3` for example. */
  readonly tier: string;
  readonly program: Program;
  /** False when its keys count as revoked. */
  readonly distributorPricing: boolean;
}

export type KeyState = 'active' | 'ending' | 'revoked';

/** What people may know of a key. */
export interface KeyEntry {
  /** Names the key within its account; neither the key nor made from it. */
  readonly id: string;
  readonly label: string;
  /** The last four characters, so that a person can tell keys apart. */
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601 day, or null. */
  readonly lastUsed: string | null;
  /** `ending`: still active, and revoked from `revokedAt` on. */
  readonly state: KeyState;
  /** ISO 8601, or null. */
  readonly revokedAt: string | null;
}

/** Reads an account's hash; throws a `ZodError` for one that the scripts have not written. */
export function toAccountRecord(
  id: string,
  fields: Readonly<Record<string, string>>,
): AccountRecord {
  const { distributorPricing, ...stored } = storedAccountSchema.parse(fields);
  return { id, ...stored, distributorPricing: distributorPricing === '1' };
}

/** Reads a key's hash, as it is at a moment (ms since 1970). Throws like `toAccountRecord`. */
export function toKeyEntry(fields: Readonly<Record<string, string>>, nowMs: number): KeyEntry {
  const {
    id,
    label,
    lastFour,
    createdAt,
    revokedAt = null,
    lastUsed = null,
  } = storedKeySchema.parse(fields);
  const ended = revokedAt !== null && Date.parse(revokedAt) <= nowMs;
  const state = revokedAt === null ? 'active' : ended ? 'revoked' : 'ending';
  return { id, label, lastFour, createdAt, lastUsed, state, revokedAt };
}
