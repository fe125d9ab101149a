/** What a command prints when it fails. */
import { inspect } from 'node:util';
import { ExpectedError } from './expected-error.ts';

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
