/** Prints `ready`, then `stopping` when `stopOnSignal` aborts, and never ends. */
import { stopOnSignal } from '../../../../console/stop-on-signal.ts';

stopOnSignal().addEventListener('abort', () => process.stdout.write('stopping\n'));
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
