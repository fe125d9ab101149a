/** Runs a command as the program of this process, and handles output that cannot be written. */
import type { Command, Terminal } from './terminal.ts';
import { asTyped } from './typed-commands.ts';

/**
 * Runs a command with the arguments and streams of this process, and sets the exit code to the one that it returns, or
 * to 1 if it returns 0 but its output could not be written. It is no error if the reader of a pipe, such as `head`,
 * closes it early.
 */
export async function runCommand(command: Command): Promise<void> {
  handleOutputErrors();
  const exitCode = await command(process.argv.slice(2), ownTerminal());
  process.exitCode = exitCode || process.exitCode || 0;
}

/** Returns the streams of this process; written texts name other programs as this machine's user types them. */
function ownTerminal(): Terminal {
  const { env, stdout, stderr } = process;
  const typed = (stream: NodeJS.WriteStream) => ({
    write: (text: string) => stream.write(asTyped(text, env)),
    isTTY: stream.isTTY,
  });
  return { env, stdout: typed(stdout), stderr: typed(stderr) };
}

/**
 * Runs a program as `runCommand` does, but for `--help` only prints `usage`: the command that `load` imports may need a
 * second to load.
 */
export async function runProgram(usage: string, load: () => Promise<Command>): Promise<void> {
  await runCommand(async (args, terminal) => {
    if (!args.includes('--help')) return (await load())(args, terminal);
    terminal.stdout.write(usage);
    return 0;
  });
}

/** How a program handles output that cannot be written. */
interface OutputErrorOptions {
  /** The exit code if output is lost (default: 1). */
  readonly exitCode?: number;
  /**
   * What the user must do after output was lost; added to the message. If it is set, output also counts as lost if the
   * reader of a pipe, such as `head`, closes it early.
   */
  readonly remedy?: string | undefined;
}

/**
 * Keeps this process running if its output cannot be written, so that a deploy, for example, is not ended halfway. If
 * standard output fails, sets the exit code, and prints the reason once on standard error, followed by `remedy` (what
 * the user must do) if it is given. If the reader of a pipe, such as `head`, closes standard output early, this counts
 * as a failure only with `remedy`. If standard error fails, only sets the exit code; if a reader closes standard error
 * early, does nothing.
 */
export function handleOutputErrors({ exitCode = 1, remedy }: OutputErrorOptions = {}): void {
  let isReported = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' && remedy === undefined) return;
    process.exitCode = exitCode;
    if (isReported) return;
    isReported = true;
    const next = remedy === undefined ? '' : `; ${remedy}`;
    process.stderr.write(`the output cannot be written: ${message}${next}\n`);
  });
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    // There is no other stream for the reason.
    if (code !== 'EPIPE') process.exitCode = exitCode;
  });
}
