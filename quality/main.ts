/** Entry point of `npm run quality`. */
import { runProgram } from '../console/run-command.ts';
import { usage } from './usage.ts';

await runProgram(usage, async () => (await import('./command.ts')).runQuality);
