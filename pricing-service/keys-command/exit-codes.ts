/** How `npm run keys` ends, for scripts; docs/keys.md has the table. */
export const exitCodes = {
  done: 0,
  /** The state of accounts and keys does not allow it; nothing was changed. */
  refused: 1,
  /** Wrong arguments or settings; nothing was asked of Redis. */
  usage: 2,
  /** Redis cannot be reached, or refuses; nothing was changed. */
  away: 3,
  /** The change is made, and may be lost: no append-only file, or no replica that has acknowledged it. */
  unsafe: 4,
  /** The connection was lost over a change: it may have been made, or not. */
  unknown: 5,
  /** A fault of this program. */
  fault: 70,
} as const;
