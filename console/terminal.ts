/**
 * The streams and environment variables of a command. Commands use those of the process; tests pass others.
 */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** A function that runs a command with its arguments. Resolves to the exit code and never rejects. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;
