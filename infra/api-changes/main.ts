/** Entry point of `npm run api`. */
import { runCommand } from '../../console/run-command.ts';
import { runApi } from './command.ts';

await runCommand(runApi);
