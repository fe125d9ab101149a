/** Collects events until none comes for a moment. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Debounce {
  /** Reports an event. */
  trigger(): void;
  /** Returns the number of events so far. */
  count(): number;
  /**
   * Resolves once an event came since the last call and none followed it for a moment. Rejects when the
   * run stops.
   */
  settled(): Promise<void>;
}

/** Creates a debounce that waits until no event came for `quietMs`. */
export function createDebounce(quietMs: number, stop: AbortSignal): Debounce {
  let events = 0;
  let answered = 0;
  let wake = () => {};
  const trigger = () => {
    events += 1;
    wake();
  };
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
