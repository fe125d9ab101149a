/** Runs a program with the arguments, output and exit code of the process. */
import { exitCodes } from './exit-codes.ts';
import { command } from './failures.ts';
import type { End } from './run.ts';

/** Calls `run` with the arguments of the process, writes its output and sets the exit code. */
export async function runProcess(run: (args: string[]) => Promise<End>): Promise<void> {
  const { stdout, stderr, exitCode, hasKey = false } = await run(process.argv.slice(2));
  process.exitCode = exitCode;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The reader may close the pipe early: `… audit | head`.
    if (code === 'EPIPE' && !hasKey) return;
    const next = hasKey
      ? `; the key was made but not shown: find its id with ${command} key list, and revoke it`
      : '';
    process.stderr.write(`the output cannot be written: ${message}${next}\n`);
    process.exitCode = exitCodes.bug;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
