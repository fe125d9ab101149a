/** Reads the audit stream: every change of an account or key, with its time and author. It never contains a key. */

import type { Redis } from 'ioredis';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type OnDamaged, throwDamaged } from './failures.ts';
import { readRecord } from './read-replies.ts';

/** A change of an account or key, as the audit stream records it. */
export interface AuditEntry {
  /** Time of the change by the clock of Redis; ISO 8601. */
  readonly time: string;
  /** What was done: `account add`, `account set`, `key create`, `key revoke`, `key rotate` or `backup restore`. */
  readonly action: string;
  /** The person who made the change, as `user@host`. */
  readonly by: string;
  /** Id of the account; `-` for `backup restore`. */
  readonly account: string;
  /**
   * Details of the action, such as the id of a key. A changed field has its new and its old value, such as
   * `{ tier: 'A1', tierBefore: 'A3' }`.
   */
  readonly facts: Readonly<Record<string, string>>;
}

/** Maximum number of entries per XRANGE. */
const pageSize = 1000;

/**
 * Yields the entries of the audit stream from the time `sinceMs` (milliseconds since 1970) on, oldest first. Reads them
 * in pages and throws errors of Redis, possibly after it has yielded entries. Leaves out an entry without an action or
 * with an invalid time, and calls `onDamaged` for it.
 */
export async function* readAudit(
  redis: Redis,
  sinceMs: number,
  onDamaged: OnDamaged = throwDamaged,
): AsyncGenerator<AuditEntry> {
  // The id of an entry is never earlier than its time.
  let start = String(sinceMs);
  for (;;) {
    const page = await redis.xrange(redisKeys.audit, start, '+', 'COUNT', pageSize);
    for (const [id, fields] of page) {
      const entry = readRecord(`audit entry ${id}`, () => toAuditEntry(id, fields), onDamaged);
      yield* entry.filter(({ time }) => Date.parse(time) >= sinceMs);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    start = `(${last[0]}`;
  }
}

const entrySchema = z
  .object({
    action: z.string(),
    by: z.string(),
    account: z.string(),
    at: z.iso.datetime().optional(),
  })
  .catchall(z.string());

/**
 * Converts an entry of the audit stream from the form in which Redis returns it: `fields` alternates names and values.
 * Entries of earlier versions have no `at`; their time is that of their id, which stays ahead after a clock was ahead.
 */
function toAuditEntry(id: string, fields: readonly string[]): AuditEntry {
  const pairs = fields.flatMap((name, index) =>
    index % 2 === 0 ? [[name, fields[index + 1] ?? ''] as const] : [],
  );
  const { action, by, account, at, ...facts } = entrySchema.parse(Object.fromEntries(pairs));
  const time = at ?? new Date(Number.parseInt(id, 10)).toISOString();
  return { time, action, by, account, facts };
}
