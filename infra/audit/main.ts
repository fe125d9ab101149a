/** `npm run audit` as a process. */
import { runAudit } from './command.ts';

process.exitCode = await runAudit(process.argv.slice(2), process);
