/** The streams and environment variables of a command: those of the process, or of a test. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Runs a command with its arguments and resolves to the exit code; it does not reject. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;
