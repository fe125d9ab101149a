/** Entry point of `npm run release`. */
import { runCommand } from '../console/run-command.ts';
import { stopOnSignal } from '../console/stop-on-signal.ts';
import { runRelease } from './release-command.ts';

await runCommand((args, terminal) => runRelease(args, terminal, stopOnSignal));
