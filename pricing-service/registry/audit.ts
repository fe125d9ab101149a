/** Reads the audit: every change of an account or key, with its time and author, but never a key. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type OnDamaged, throwDamaged } from './failures.ts';
import { readRecord } from './read-replies.ts';
import { fieldsOf } from './records.ts';

/** A change of an account or key. */
export interface AuditEntry {
  /** By the clock of Redis; ISO 8601. */
  readonly time: string;
  /** What was done, such as `account add`, `key revoke` or `backup restore`. */
  readonly action: string;
  /** Who made the change: `user@host`. */
  readonly by: string;
  /** Id of the account; `-` for `backup restore`. */
  readonly account: string;
  /** A changed field has both values: `{ tier: 'A1', tierBefore: 'A3' }`. */
  readonly facts: Readonly<Record<string, string>>;
}

const pageSize = 1000;

/** Yields the entries since `sinceMs`, oldest first; leaves out damaged ones after `onDamaged`. */
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
    ...{ action: z.string(), by: z.string(), account: z.string() },
    at: z.iso.datetime().optional(),
  })
  .catchall(z.string());

/** Entries of earlier versions have no `at`: their time is their id, which stays ahead after a clock was. */
function toAuditEntry(id: string, pairs: readonly string[]): AuditEntry {
  const { action, by, account, at, ...facts } = entrySchema.parse(fieldsOf(pairs));
  const time = at ?? new Date(Number.parseInt(id, 10)).toISOString();
  return { time, action, by, account, facts };
}
