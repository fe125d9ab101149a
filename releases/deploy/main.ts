/** Entry point of `npm run deploy`. */
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runDeploy } from './command.ts';

process.exitCode = await runDeploy(process.argv.slice(2), process, { stop: stopOnSignal });
