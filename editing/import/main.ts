/** Entry point of `npm run import`. */
import { runImport } from './command.ts';

process.exitCode = await runImport(process.argv.slice(2), process);
