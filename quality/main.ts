/** Entry point of `npm run quality`. */
import { runQuality } from './command.ts';

process.exitCode = await runQuality(process.argv.slice(2), process);
