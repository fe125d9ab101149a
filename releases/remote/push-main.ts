/** Entry point of `npm run push`. */
import { stopOnSignal } from '../../console/stop-on-signal.ts';
import { runPush } from './push-command.ts';

process.exitCode = await runPush(process.argv.slice(2), process, stopOnSignal());
