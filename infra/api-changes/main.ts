/** Entry point of `npm run api`. */
import { createAsk } from '../../console/ask.ts';
import { runProgram } from '../../console/run-command.ts';
import { usage } from './usage.ts';

const ask = createAsk(process.stdin, process.stdout);
await runProgram(usage, async () => {
  const { runApi } = await import('./command.ts');
  return (args, terminal) => runApi(args, terminal, { ask });
});
