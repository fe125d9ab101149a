/** `npm run api` as a process. */
import { runApi } from './command.ts';

process.exitCode = await runApi(process.argv.slice(2), process);
