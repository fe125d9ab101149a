/** Entry point of `npm run audit`. */
import { runCommand } from '../../console/run-command.ts';
import { runAudit } from './command.ts';

await runCommand(runAudit);
