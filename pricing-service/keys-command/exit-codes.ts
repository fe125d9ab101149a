/** Exit codes of `npm run keys` and `npm run backup`. */
export const exitCodes = {
  done: 0,
  /**
   * The command was refused, for example by the state of accounts and keys; `npm run keys` has changed nothing. Or a
   * list is incomplete, because records are damaged.
   */
  refused: 1,
  /** Invalid arguments or settings; Redis was not contacted. */
  usage: 2,
  /** Redis cannot be reached or refuses the command; nothing was changed. */
  unavailable: 3,
  /** The change was made but may be lost: no append-only file, or no acknowledgement by a replica. */
  unsafe: 4,
  /**
   * The command may be done in part: the connection was lost during a change, which may or may not have been made; or a
   * restore began, or may have begun, and did not end; or a backup was made, but older backups could not be removed, or
   * other backups have later names than the new one.
   */
  unknown: 5,
  /** A bug of the program, or its output could not be written. */
  bug: 70,
} as const;
