/** `npm run publish` as a process. */
import { runPublish } from './command.ts';

process.exitCode = await runPublish(process.argv.slice(2), process);
