/** `npm run release` as a process. */
import { runRelease } from './command.ts';

process.exitCode = await runRelease(process.argv.slice(2), process);
