/** Entry point of `npm run generate`. */
import { runCommand } from '../../console/run-command.ts';
import { runGenerate } from './command.ts';

await runCommand(runGenerate);
