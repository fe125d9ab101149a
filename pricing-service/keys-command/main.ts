/**
 * `npm run keys`: the operator's command for accounts and keys (docs/keys.md). This file is the
 * process: arguments, console, exit code.
 */
import { exitCodes } from './exit-codes.ts';
import { runKeysCommand } from './run.ts';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Who reads the output may have enough of it: `… audit | head`.
  if (code === 'EPIPE') return;
  process.stderr.write(`the answer cannot be written: ${message}\n`);
  process.exitCode = exitCodes.fault;
});

const { stdout, stderr, exitCode } = await runKeysCommand(process.argv.slice(2));
process.exitCode = exitCode;
process.stdout.write(stdout);
process.stderr.write(stderr);
