/** Errors that are not faults of the code. */

/** An error whose message says what is wrong and what to do: commands print it without a stack. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}
