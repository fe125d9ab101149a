/** Thrown when a listing cannot be made; the message is one line for the operator. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
}
