/** Entry point of `npm run build`. */
import { runBuild } from './command.ts';

process.exitCode = await runBuild(process.argv.slice(2), process);
