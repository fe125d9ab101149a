/** Tells when something has happened and calm has come back. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Alarm {
  /** Something has happened. */
  ring(): void;
  /**
   * Resolves once the alarm has rung since the last time and then kept quiet for a moment. Rejects
   * when the run stops.
   */
  heard(): Promise<void>;
}

export function createAlarm(quietMs: number, stop: AbortSignal): Alarm {
  let rings = 0;
  let answered = 0;
  let wake = () => {};
  const ring = () => {
    rings += 1;
    wake();
  };
  stop.addEventListener('abort', ring);
  return {
    ring,
    async heard() {
      if (rings === answered) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      do {
        answered = rings;
        await wait(quietMs, undefined, { signal: stop });
      } while (rings !== answered);
    },
  };
}
