/** Entry point of `npm run api`. */
import { runApi } from './command.ts';

process.exitCode = await runApi(process.argv.slice(2), process);
