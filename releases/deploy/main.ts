/** Entry point of `npm run deploy`. */
import { runDeploy } from './command.ts';

process.exitCode = await runDeploy(process.argv.slice(2), process);
