/** Entry point of `npm run bundle`. */
import { runBundle } from './command.ts';

process.exitCode = await runBundle(process.argv.slice(2), process);
