/** Lets commands end in order at a signal. */

/** Returns a signal that aborts at the first SIGINT or SIGTERM; a second one ends the process. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
