/**
 * Runs a function as the program of this process: passes it the arguments, writes its output and sets the exit code.
 */
import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { handleOutputErrors } from '../../console/run-command.ts';
import { asTyped } from '../../console/typed-commands.ts';
import { exitCodes } from './exit-codes.ts';
import { command } from './failures.ts';
import type { End, RunOptions } from './run.ts';

/**
 * Runs a program as this process: calls `run` with the arguments of the process, writes the two texts that it returns
 * to standard output and standard error, and sets the exit code that it returns. `run` also gets `discardsOutput`, true
 * if standard output is closed or the null device. If a text cannot be written, sets the exit code to 70; if it is the
 * text of standard output, also prints the reason on standard error. If the reader of a pipe, such as `head`, closes it
 * early, this is ignored. Only if the pipe is standard output and the text has a new key (`hasKey`), it counts as a
 * failure, because the key is lost. Rejects if `run` does.
 */
export async function runProcess(
  run: (args: string[], options: Pick<RunOptions, 'discardsOutput'>) => Promise<End>,
): Promise<void> {
  const { env } = process;
  const discardsOutput = isNullDevice(process.stdout.fd);
  const ended = await run(process.argv.slice(2), { discardsOutput });
  const { stdout, stderr, exitCode, hasKey = false } = ended;
  process.exitCode = exitCode;
  handleOutputErrors({
    exitCode: exitCodes.bug,
    remedy: hasKey
      ? asTyped(
          `the key was made but not shown: find its id with ${command} key list, and revoke it`,
          env,
        )
      : undefined,
  });
  process.stdout.write(asTyped(stdout, env));
  process.stderr.write(asTyped(stderr, env));
}

/**
 * Returns true if a file descriptor is the null device. Node.js also opens the null device in the place of a closed
 * standard output.
 */
function isNullDevice(descriptor: number): boolean {
  const { rdev } = fstatSync(descriptor);
  return rdev !== 0 && rdev === statSync(devNull).rdev;
}
