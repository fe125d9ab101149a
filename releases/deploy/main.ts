/** Entry point of `npm run deploy`. */
import { runDeploy } from './command.ts';

/** Returns a signal for the first SIGINT or SIGTERM; a second one ends the process. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}

process.exitCode = await runDeploy(process.argv.slice(2), process, { stop: stopOnSignal });
