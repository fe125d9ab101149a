/** Entry point of `npm run diff`. */
import { runDiff } from './diff-command.ts';

process.exitCode = await runDiff(process.argv.slice(2), process);
