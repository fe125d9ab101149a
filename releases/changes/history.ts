/** Which releases were current, and what each activation changed: what the answers about changes are made of. */
import { z } from 'zod';

/** For how long, and for how many releases, changes are known. */
export const retention = { days: 30, releases: 200 } as const;

const entrySchema = z.object({
  release: z.string(),
  /** Milliseconds since 1970 when it became current. */
  at: z.int().nonnegative(),
  /** SHA-256 of the delta from the entry before; null if there is none. */
  delta: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof entrySchema>;

/** Oldest first; the last one is of the release whose history it is. */
export const historySchema = z.object({
  format: z.literal(1),
  entries: z.array(entrySchema).min(1),
});
export type History = z.infer<typeof historySchema>;

/**
 * Adds an activation. Leaves out releases that have not been current for longer than `retention`, and all but the
 * newest so many before this one. Without a history, or without a delta, a new one begins.
 */
export function extendHistory(
  history: History | undefined,
  entry: HistoryEntry,
  releases: number = retention.releases,
): History {
  if (history === undefined || entry.delta === null) {
    return { format: 1, entries: [{ ...entry, delta: null }] };
  }
  const entries = [...history.entries, entry];
  const oldestEnd = entry.at - retention.days * 24 * 3600 * 1000;
  // An entry ends when the next one begins.
  const kept = entries.findIndex((_, at) => (entries[at + 1]?.at ?? entry.at) >= oldestEnd);
  const first = Math.max(kept, entries.length - 1 - releases);
  return { format: 1, entries: entries.slice(first) };
}
