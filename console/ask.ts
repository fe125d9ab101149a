/** Asks yes-or-no questions on a terminal. */
import { createInterface } from 'node:readline/promises';

/** Asks a yes-or-no question. Resolves to true for yes, to false for any other answer. */
export type Ask = (question: string) => Promise<boolean>;

/**
 * Returns a function that prints a question, followed by ` [y/N] `, and reads the answer. `y`, `yes`, `o` and `oui`, in
 * upper or lower case, mean yes; any other answer, Ctrl-C and Ctrl-D mean no. Returns undefined instead of a function
 * if `input` or `output` is not a terminal.
 */
export function createAsk(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input, output });
    try {
      const answer = await lines.question(`${question} [y/N] `);
      return /^(y|yes|o|oui)$/i.test(answer.trim());
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      output.write('\n');
      return false;
    } finally {
      lines.close();
    }
  };
}
