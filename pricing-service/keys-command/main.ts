/** The process of `npm run keys`, the operator's command for accounts and keys. */
import { createAsk } from '../../console/ask.ts';
import { runKeysCommand } from './run.ts';
import { runProcess } from './run-process.ts';

// Asks on standard error, because standard output is for the result.
const ask = createAsk(process.stdin, process.stderr);
await runProcess((args, options) => runKeysCommand(args, undefined, { ...options, ask }));
