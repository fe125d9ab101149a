/**
 * Loaded into the service's process (`--import`): reports over IPC the delays of its event loop and its
 * memory since the last request. It watches only after the first request, so that it does not slow down a
 * measured service.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Delays of the event loop and memory of the service's process since its previous report. */
export interface Vitals {
  /** The longest delay of a timer by the event loop. */
  readonly longestDelayMs: number;
  /**
   * The most processor time that its thread used between two checks, which are a millisecond apart if
   * nothing blocks them: the delay without the influence of other programs.
   */
  readonly longestBusyMs: number;
  readonly mostMemoryBytes: number;
}

const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
const memoryEveryMs = 20;
let mostMemoryBytes = 0;
let longestBusyMs = 0;
let busyBefore = busyMs();

/** Processor time of the main thread so far (proc(5), `schedstat`). */
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
