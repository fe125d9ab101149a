/** The errors that commands print, and the text that they print for an error. */
import { inspect } from 'node:util';

/**
 * An error whose cause is outside the program, such as a wrong argument. Its message contains the problem and
 * the remedy, so that commands print the message without a stack.
 */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/** Returns true for an error of a system call, such as `ENOSPC`, and false for any other value. */
export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Calls `parse`, which parses the arguments of a command, and returns its result. If `parse` throws an error, throws an
 * `ExpectedError` instead, whose message is that of the error, followed by `usage` (how to call the command).
 */
export function parseWithUsage<Options>(usage: string, parse: () => Options): Options {
  try {
    return parse();
  } catch (cause) {
    throw new ExpectedError(`${(cause as Error).message}\n\n${usage}`, { cause });
  }
}

/**
 * Returns the text that a command prints for an error: the message of an `ExpectedError` or of an operating system's
 * error. For any other error, which is a fault of the program, the text is a request to report it, with stack and
 * causes.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof ExpectedError || isFileSystemError(error)) return error.message;
  return `this is a fault of the program, not of its input; please report all of it:\n${inspect(error)}`;
}
