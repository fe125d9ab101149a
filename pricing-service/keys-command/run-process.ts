/** Runs a program as the process: its arguments, output and exit code are those of the process. */
import { exitCodes } from './exit-codes.ts';
import type { End } from './run.ts';

/** Runs `run` with the arguments of the process, then writes what it returns and sets the exit code. */
export async function runProcess(run: (args: string[]) => Promise<End>): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // Who reads the output may have enough of it: `… audit | head`.
    if (code === 'EPIPE') return;
    process.stderr.write(`the answer cannot be written: ${message}\n`);
    process.exitCode = exitCodes.fault;
  });

  const { stdout, stderr, exitCode } = await run(process.argv.slice(2));
  process.exitCode = exitCode;
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
