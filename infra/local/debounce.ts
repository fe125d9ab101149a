/** Groups events that follow each other closely. */
import { setTimeout as wait } from 'node:timers/promises';

/** Counts events and tells when they have stopped for a while: a caller then reacts once to events close together. */
export interface Debounce {
  /** Reports an event. */
  trigger(): void;
  /** Returns the number of events so far. */
  count(): number;
  /**
   * Resolves when at least one event has occurred since the previous call of `settled` and then no event has occurred
   * for the quiet time (`quietMs`). Rejects when `stop` aborts.
   */
  settled(): Promise<void>;
}

/**
 * Creates a debounce, with which a caller reacts once to several events that follow each other closely: `settled` waits
 * for an event, and then until no further event has occurred for `quietMs` milliseconds. When `stop` aborts, `settled`
 * rejects.
 */
export function createDebounce(quietMs: number, stop: AbortSignal): Debounce {
  let events = 0;
  let answered = 0;
  let wake = () => {};
  const trigger = () => {
    events += 1;
    wake();
  };
  // An aborted signal has no event: `settled` then rejects at once.
  if (stop.aborted) trigger();
  stop.addEventListener('abort', trigger);
  return {
    trigger,
    count: () => events,
    async settled() {
      if (events === answered) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      do {
        answered = events;
        await wait(quietMs, undefined, { signal: stop });
      } while (events !== answered);
    },
  };
}
