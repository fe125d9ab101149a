/** Entry point of `npm run quality`. */
import { runCommand } from '../console/run-command.ts';
import { runQuality } from './command.ts';

await runCommand(runQuality);
