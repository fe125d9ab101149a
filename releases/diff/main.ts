/** Entry point of `npm run diff`. */
import { runCommand } from '../../console/run-command.ts';
import { runDiff } from './diff-command.ts';

await runCommand(runDiff);
