/** Entry point of `npm run import`. */
import { runCommand } from '../../console/run-command.ts';
import { runImport } from './command.ts';

await runCommand(runImport);
