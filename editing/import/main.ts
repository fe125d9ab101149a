/** Entry point of `npm run import`. */
import { runProgram } from '../../console/run-command.ts';
import { usage } from './command-line.ts';

await runProgram(usage, async () => (await import('./command.ts')).runImport);
