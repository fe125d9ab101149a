/** Entry point of `catalogue status` and `catalogue check`. */
import { runCommand } from '../../console/run-command.ts';
import { runCheck, runStatus } from './commands.ts';

await runCommand(([name, ...args], terminal) =>
  name === 'check' ? runCheck(args, terminal) : runStatus(args, terminal),
);
