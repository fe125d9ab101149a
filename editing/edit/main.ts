/** Entry point of `npm run edit`. */
import { createAsk } from '../../console/ask.ts';
import { runCommand } from '../../console/run-command.ts';
import { runEdit } from './command.ts';

const ask = createAsk(process.stdin, process.stdout);
await runCommand((args, terminal) => runEdit(args, terminal, { ask }));
