/** The process of `npm run keys`, the operator's command for accounts and keys (docs/keys.md). */
import { exitCodes } from './exit-codes.ts';
import { runKeysCommand } from './run.ts';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader may close the pipe early: `… audit | head`.
  if (code === 'EPIPE') return;
  process.stderr.write(`the output cannot be written: ${message}\n`);
  process.exitCode = exitCodes.fault;
});

const { stdout, stderr, exitCode } = await runKeysCommand(process.argv.slice(2));
process.exitCode = exitCode;
process.stdout.write(stdout);
process.stderr.write(stderr);
