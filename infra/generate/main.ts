/** Entry point of `npm run generate`. */
import { runProgram } from '../../console/run-command.ts';
import { usage } from './usage.ts';

await runProgram(usage, async () => (await import('./command.ts')).runGenerate);
