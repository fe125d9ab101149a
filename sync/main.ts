/** Entry point of `npm run sync`. */
import { runCommand } from '../console/run-command.ts';
import { stopOnSignal } from '../console/stop-on-signal.ts';
import { runSync } from './command.ts';

await runCommand((args, terminal) => runSync(args, terminal, stopOnSignal()));
