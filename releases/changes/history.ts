/**
 * The history of activations: which releases were current and what each one changed. The answers about
 * changes are made from it.
 */
import { z } from 'zod';

/** How long, and for how many releases, changes are kept. */
export const retention = { days: 30, releases: 200 } as const;

const entrySchema = z.object({
  release: z.string(),
  /** When it became current, in milliseconds since 1970. */
  at: z.int().nonnegative(),
  /** SHA-256 of the changes since the previous entry, or null if there is none. */
  delta: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof entrySchema>;

/** Entries from oldest to newest; the last one is the release that the history belongs to. */
export const historySchema = z.object({
  format: z.literal(1),
  entries: z.array(entrySchema).min(1),
});
export type History = z.infer<typeof historySchema>;

/**
 * Adds an activation. Removes releases that stopped being current longer ago than `retention`, and keeps
 * only the newest of the others. Starts a new history if there is none or the changes are unknown.
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
