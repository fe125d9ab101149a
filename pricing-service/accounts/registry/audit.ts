/** The audit stream: what was done to which account or key, when and by whom; never a key. */
import { redisKeys } from '../../../contract/redis-keys.ts';
import type { Connection } from './change.ts';

export interface AuditEntry {
  /** ISO 8601, by Redis's clock. */
  readonly time: string;
  /** `account add`, `account set`, `key create`, `key revoke` or `key rotate`. */
  readonly action: string;
  /** The person who did it. */
  readonly by: string;
  readonly account: string;
  /** What belongs to the action: the id of a key, fields of an account, `…Before` what they were. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Entries read at a time. */
const pageSize = 1000;

/** The entries from a moment (ms since 1970) on, the oldest first. */
export async function* readAudit(redis: Connection, sinceMs: number): AsyncGenerator<AuditEntry> {
  let start = String(sinceMs);
  for (;;) {
    const page = await redis.xrange(redisKeys.audit, start, '+', 'COUNT', pageSize);
    for (const [id, fields] of page) yield toAuditEntry(id, fields);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    start = `(${last[0]}`;
  }
}

/** An entry by its id, which begins with its time, and its names and values in turn. */
function toAuditEntry(id: string, fields: readonly string[]): AuditEntry {
  const pairs = fields.flatMap((name, index) =>
    index % 2 === 0 ? [[name, fields[index + 1] ?? ''] as const] : [],
  );
  const { action = '', by = '', account = '', ...facts } = Object.fromEntries(pairs);
  return { time: new Date(Number.parseInt(id, 10)).toISOString(), action, by, account, facts };
}
