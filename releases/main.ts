/** Entry point of `npm run release`. */
import { stopOnSignal } from '../console/stop-on-signal.ts';
import { runRelease } from './release-command.ts';

process.exitCode = await runRelease(process.argv.slice(2), process, stopOnSignal);
