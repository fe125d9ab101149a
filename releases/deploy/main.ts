/** Entry point of `npm run deploy`. */
import { deployUsage } from '../../build/console/usage.ts';
import { runProgram } from '../../console/run-command.ts';
import { stopOnSignal } from '../../console/stop-on-signal.ts';

await runProgram(deployUsage, async () => {
  const { runDeploy } = await import('./command.ts');
  return (args, terminal) => runDeploy(args, terminal, { stop: stopOnSignal });
});
