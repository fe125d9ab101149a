/** Entry point of `npm run edit`. */
import { createAsk } from '../../console/ask.ts';
import { runEdit } from './command.ts';

process.exitCode = await runEdit(process.argv.slice(2), process, {
  ask: createAsk(process.stdin, process.stdout),
});
