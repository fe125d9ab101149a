/** Entry point of `npm run pull`. */
import { runCommand } from '../../console/run-command.ts';
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runPull } from './pull-command.ts';

await runCommand((args, terminal) => runPull(args, terminal, stopOnSignal()));
