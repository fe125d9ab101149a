/** Entry point of `npm run schemas`. */
import { runSchemas } from './command.ts';

process.exitCode = await runSchemas(process.argv.slice(2), process);
