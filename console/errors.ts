/** Formats the errors that commands print. */
import { inspect } from 'node:util';

/** An error whose message has the problem and the remedy: commands print it without a stack. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/**
 * Parses arguments of a command and returns the result of `parse`. Throws an `ExpectedError` with the reason
 * and the usage if `parse` throws.
 */
export function parseWithUsage<Options>(usage: string, parse: () => Options): Options {
  try {
    return parse();
  } catch (cause) {
    throw new ExpectedError(`${(cause as Error).message}\n\n${usage}`, { cause });
  }
}

/**
 * Returns the message of an expected error or of one of the operating system. Anything else is a fault of
 * the program and is shown whole, with stack and causes.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof ExpectedError || (error instanceof Error && 'syscall' in error)) {
    return error.message;
  }
  return `this is a fault of the program, not of its input; please report all of it:\n${inspect(error)}`;
}
