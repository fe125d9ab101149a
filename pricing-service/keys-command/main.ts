/** The process of `npm run keys`, the operator's command for accounts and keys. */
import { runKeysCommand } from './run.ts';
import { runProcess } from './run-process.ts';

await runProcess((args, options) => runKeysCommand(args, undefined, options));
