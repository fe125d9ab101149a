/** The process of `npm run backup`, which makes, checks and restores backups of accounts, API keys and audit. */
import { createAsk } from '../../console/ask.ts';
import { runProgram } from '../keys-command/run.ts';
import { runProcess } from '../keys-command/run-process.ts';
import { backupProgram } from './backup-program.ts';

// Asks on standard error, because standard output is for the result.
const ask = createAsk(process.stdin, process.stderr);
await runProcess((args) => runProgram(backupProgram, args, { ask }));
