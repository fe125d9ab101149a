/** `npm run diff` as a process. */
import { runDiff } from './command.ts';

process.exitCode = await runDiff(process.argv.slice(2), process);
