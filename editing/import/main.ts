/** `npm run import` as a process. */
import { runImport } from './command.ts';

process.exitCode = await runImport(process.argv.slice(2), process);
