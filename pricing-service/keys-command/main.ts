/**
 * `npm run keys`: the operator's command for accounts and keys (docs/keys.md). This file is the
 * process: arguments, console, exit code.
 */
import { runKeysCommand } from './run.ts';

// Who reads the output may have enough of it: `… audit | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exitCode = 1;
});

const { stdout, stderr, exitCode } = await runKeysCommand(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
