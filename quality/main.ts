/** `npm run quality` as a process. */
import { runQuality } from './command.ts';

process.exitCode = await runQuality(process.argv.slice(2), process);
