/** Entry point of `npm run publish`. */
import { runPublish } from './publish-command.ts';

process.exitCode = await runPublish(process.argv.slice(2), process);
