/** Entry point of `npm run push`. */
import { runCommand } from '../../console/run-command.ts';
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runPush } from './push-command.ts';

await runCommand((args, terminal) => runPush(args, terminal, stopOnSignal()));
