/** Reads the audit stream: every change of an account or key, with its time and author. It never contains a key. */

import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';

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
 * in pages and throws errors of Redis, possibly after it has yielded entries.
 */
export async function* readAudit(redis: Redis, sinceMs: number): AsyncGenerator<AuditEntry> {
  let start = String(sinceMs);
  for (;;) {
    const page = await redis.xrange(redisKeys.audit, start, '+', 'COUNT', pageSize);
    for (const [id, fields] of page) yield toAuditEntry(id, fields);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    start = `(${last[0]}`;
  }
}

/**
 * Converts an entry of the audit stream from the form in which Redis returns it. `id` begins with the time of the
 * entry; `fields` alternates names and values.
 */
function toAuditEntry(id: string, fields: readonly string[]): AuditEntry {
  const pairs = fields.flatMap((name, index) =>
    index % 2 === 0 ? [[name, fields[index + 1] ?? ''] as const] : [],
  );
  const { action = '', by = '', account = '', ...facts } = Object.fromEntries(pairs);
  return { time: new Date(Number.parseInt(id, 10)).toISOString(), action, by, account, facts };
}
