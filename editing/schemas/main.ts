/** Entry point of `npm run schemas`. */
import { runCommand } from '../../console/run-command.ts';
import { runSchemas } from './command.ts';

await runCommand(runSchemas);
