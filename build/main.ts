/** Entry point of `npm run build`. */
import { runCommand } from '../console/run-command.ts';
import { runBuild } from './command.ts';

await runCommand(runBuild);
