/** Lets a command finish its current work after SIGINT or SIGTERM instead of ending at once. */

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns an `AbortSignal` that aborts at the first SIGINT or SIGTERM, so that the command can finish its work before
 * it ends. A second signal, the same or the other one, ends the process at once.
 */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    // Without a handler, a signal ends the process.
    for (const name of signals) process.off(name, stop);
    stopping.abort();
  };
  for (const name of signals) process.on(name, stop);
  return stopping.signal;
}
