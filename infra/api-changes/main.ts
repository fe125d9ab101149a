/** Entry point of `npm run api`. */
import { createAsk } from '../../console/ask.ts';
import { runCommand } from '../../console/run-command.ts';
import { runApi } from './command.ts';

const ask = createAsk(process.stdin, process.stdout);
await runCommand((args, terminal) => runApi(args, terminal, { ask }));
