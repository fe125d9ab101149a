/** What a command line writes to and reads settings from: the process, or what a test hands in. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Runs a command with its arguments and resolves to the exit code; it does not reject. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;
