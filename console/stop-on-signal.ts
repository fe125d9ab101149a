/** Lets a command finish its current work after SIGINT or SIGTERM instead of ending at once. */

/**
 * Returns an `AbortSignal` that aborts at the first SIGINT or SIGTERM, so that the command can finish its work before
 * it ends. A second signal of the same name ends the process at once.
 */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
