/** Entry point of `npm run edit`. */
import { createAsk, runEdit } from './command.ts';

process.exitCode = await runEdit(process.argv.slice(2), process, {
  ask: createAsk(process.stdin, process.stdout),
});
