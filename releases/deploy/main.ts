/** Entry point of `npm run deploy`. */
import { runCommand } from '../../console/run-command.ts';
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runDeploy } from './command.ts';

await runCommand((args, terminal) => runDeploy(args, terminal, { stop: stopOnSignal }));
