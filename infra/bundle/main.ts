/** Entry point of `npm run bundle`. */
import { runCommand } from '../../console/run-command.ts';
import { runBundle } from './command.ts';

await runCommand(runBundle);
