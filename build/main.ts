/** Entry point of `npm run build`. */
import { runProgram } from '../console/run-command.ts';
import { buildUsage } from './console/usage.ts';

await runProgram(buildUsage, async () => (await import('./command.ts')).runBuild);
