/**
 * The history of activations: which releases were current, when, and what each activation changed. The
 * answers of `/v1/products/changes` are derived from it.
 */
import { z } from 'zod';

/**
 * Limits of the history of activations: it drops each activation whose release was replaced more than `days` days ago,
 * and keeps at most `releases` activations before the newest one.
 */
export const retention = { days: 30, releases: 200 } as const;

const entrySchema = z.object({
  release: z.string(),
  /** When the release became current, in milliseconds since 1970; always later than in the entry before. */
  at: z.int().nonnegative(),
  /**
   * SHA-256 of the delta (the changes since the previous entry, as JSON text), or null if the delta is unknown, as
   * for the first activation.
   */
  delta: z.string().nullable(),
});
/**
 * One activation of a release: the release, when it became current, and the SHA-256 of the changes (null if they are
 * unknown).
 */
export type HistoryEntry = z.infer<typeof entrySchema>;

/** Validates a history file, `<out>/changes/<release>/history.json`. */
export const historySchema = z.object({
  format: z.literal(1),
  entries: z.array(entrySchema).min(1),
});
/** The activations up to a release, oldest first. */
export type History = z.infer<typeof historySchema>;

/** Returns a new history: `history` with the activation `entry` added. */
export function extendHistory(
  history: History | undefined,
  { release, at: nowMs, delta }: HistoryEntry,
  releases: number = retention.releases,
): History {
  const last = history?.entries.at(-1);
  const entry = { release, at: last === undefined ? nowMs : Math.max(nowMs, last.at + 1), delta };
  if (history === undefined || delta === null) {
    return { format: 1, entries: [{ ...entry, delta: null }] };
  }
  const entries = [...history.entries, entry];
  const oldestEnd = entry.at - retention.days * 24 * 3600 * 1000;
  // An entry ends when the next one begins.
  const kept = entries.findIndex((_, at) => (entries[at + 1]?.at ?? entry.at) >= oldestEnd);
  const first = Math.max(kept, entries.length - 1 - releases);
  return { format: 1, entries: entries.slice(first) };
}
