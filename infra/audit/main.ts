/** Entry point of `npm run audit`. */
import { runAudit } from './command.ts';

process.exitCode = await runAudit(process.argv.slice(2), process);
