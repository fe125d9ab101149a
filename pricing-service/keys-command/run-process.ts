/** Runs a program as this process: its arguments, terminal, output and exit code. */
import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { createAsk } from '../../console/ask.ts';
import { handleOutputErrors } from '../../console/run-command.ts';
import { asTyped } from '../../console/typed-commands.ts';
import { command, exitCodes } from './failures.ts';
import { type Program, runProgram } from './program.ts';

/** Runs a program. The exit code is 70 if its output, or a new key, could not be written. */
export async function runProcess(program: Program): Promise<void> {
  const { env } = process;
  // Asks on standard error, because standard output is for the result.
  const ask = createAsk(process.stdin, process.stderr);
  const discardsOutput = isNullDevice(process.stdout.fd);
  const ended = await runProgram(program, process.argv.slice(2), { ask, discardsOutput });
  process.exitCode = ended.exitCode;
  const remedy = `the key was made but not shown: find its id with ${command} key list, and revoke it`;
  handleOutputErrors({
    exitCode: exitCodes.bug,
    remedy: ended.hasKey ? asTyped(remedy, env) : undefined,
  });
  process.stdout.write(asTyped(ended.stdout, env));
  process.stderr.write(asTyped(ended.stderr, env));
}

/** Node.js also opens the null device in the place of a closed standard output. */
function isNullDevice(descriptor: number): boolean {
  const { rdev } = fstatSync(descriptor);
  return rdev !== 0 && rdev === statSync(devNull).rdev;
}
