/** Entry point of `npm run pull`. */
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runPull } from './pull-command.ts';

process.exitCode = await runPull(process.argv.slice(2), process, stopOnSignal());
