/** Exit codes of `npm run keys` (docs/keys.md). */
export const exitCodes = {
  done: 0,
  /** The state of accounts and keys does not allow the change; nothing was changed. */
  refused: 1,
  /** Invalid arguments or settings; Redis was not contacted. */
  usage: 2,
  /** Redis cannot be reached or refuses the command; nothing was changed. */
  away: 3,
  /** The change was made but may be lost: no append-only file, or no acknowledgement by a replica. */
  unsafe: 4,
  /** The connection was lost during a change, which may or may not have been made. */
  unknown: 5,
  /** A bug of this program. */
  fault: 70,
} as const;
