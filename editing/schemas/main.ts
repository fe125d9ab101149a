/** `npm run schemas` as a process. */
import { runSchemas } from './command.ts';

process.exitCode = await runSchemas(process.argv.slice(2), process);
