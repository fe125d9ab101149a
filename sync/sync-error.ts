/** Thrown when a listing cannot be made; the message is one line for the operator. */
export class SyncError extends Error {
  override readonly name: string = 'SyncError';
}

/** Thrown when the source gives no answer that can be believed. */
export class SourceError extends SyncError {
  override readonly name = 'SourceError';
  /** How long it asked to be left alone, in milliseconds; 0 when it did not. */
  readonly leaveAloneMs: number;

  constructor(message: string, { leaveAloneMs = 0 }: { leaveAloneMs?: number } = {}) {
    super(message);
    this.leaveAloneMs = leaveAloneMs;
  }
}

/** More than half of the active products are gone, which was not accepted (`find-loss.ts`). */
export class LossError extends SyncError {
  override readonly name = 'LossError';
}
