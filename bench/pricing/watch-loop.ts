/**
 * A module that the bench loads into the process of the measured service (`--import`). Replies to each IPC message with
 * the delays of the event loop and the largest memory since the previous message. Begins to watch at the first message,
 * so that it does not slow down a service that gets none.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Delays of the event loop and memory of the service's process since its previous report. */
export interface Vitals {
  /** The longest time, in milliseconds, by which a timer ran late. */
  readonly longestDelayMs: number;
  /**
   * The longest time, in milliseconds, for which a task blocked the main thread. It is measured as processor time
   * between two checks, a millisecond apart unless a task delays them, so that other programs of the machine have no
   * influence.
   */
  readonly longestBusyMs: number;
  /** The largest resident memory of the process, in bytes. */
  readonly mostMemoryBytes: number;
}

const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
const memoryEveryMs = 20;
let mostMemoryBytes = 0;
let longestBusyMs = 0;
let busyBefore = busyMs();

/**
 * Returns the milliseconds of processor time that the main thread has used (proc(5), `schedstat`).
 */
function busyMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function lookAtBusy(): void {
  const busy = busyMs();
  longestBusyMs = Math.max(longestBusyMs, busy - busyBefore);
  busyBefore = busy;
}

function lookAtMemory(): void {
  mostMemoryBytes = Math.max(mostMemoryBytes, process.memoryUsage.rss());
}

process.once('message', () => {
  delays.enable();
  busyBefore = busyMs();
  setInterval(lookAtBusy, resolutionMs).unref();
  setInterval(lookAtMemory, memoryEveryMs).unref();
});
process.on('message', () => {
  lookAtBusy();
  lookAtMemory();
  const longestDelayMs = Math.max(0, delays.max / 1e6 - resolutionMs);
  process.send?.({ longestDelayMs, longestBusyMs, mostMemoryBytes } satisfies Vitals);
  delays.reset();
  longestBusyMs = 0;
  mostMemoryBytes = 0;
});
process.channel?.unref();
