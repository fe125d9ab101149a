/** Entry point of `npm run sync`. */
import { stopOnSignal } from '../console/stop-on-signal.ts';
import { runSync } from './command.ts';

process.exitCode = await runSync(process.argv.slice(2), process, stopOnSignal());
