/** What is told of a released file that cannot be read. */
import { ZodError } from 'zod';

/** Thrown when a released file is missing or damaged; the message names it and says why, in one line. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read (${reasonOf(cause)})`, { cause });
  }
}

/** Of what the file system says its code is enough: its message repeats the path. */
function reasonOf(cause: unknown): string {
  if (cause instanceof ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.map(String).join('.') || 'the document'}: ${issue?.message}`;
  }
  const { code, message } = cause as NodeJS.ErrnoException;
  // What is no JSON is quoted with its line breaks.
  return code ?? message.replaceAll(/\s+/g, ' ');
}
