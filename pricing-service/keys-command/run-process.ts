/** Runs a program with the arguments, output and exit code of the process. */
import { exitCodes } from './exit-codes.ts';
import type { End } from './run.ts';

/** Calls `run` with the arguments of the process, writes its output and sets the exit code. */
export async function runProcess(run: (args: string[]) => Promise<End>): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The reader may close the pipe early: `… audit | head`.
    if (code === 'EPIPE') return;
    process.stderr.write(`the output cannot be written: ${message}\n`);
    process.exitCode = exitCodes.fault;
  });

  const { stdout, stderr, exitCode } = await run(process.argv.slice(2));
  process.exitCode = exitCode;
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
