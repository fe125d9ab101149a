/**
 * Loaded into the service's process (`--import`): tells, when it is asked over IPC, what its event loop
 * and memory came to since it was asked before. It watches from the first time on, so that it takes
 * nothing from a service whose speed is measured.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process tells. */
export interface Vitals {
  /** The longest time that the event loop kept a timer waiting. */
  readonly longestDelayMs: number;
  /**
   * The most processor time that its thread took between two looks, a millisecond apart where nothing
   * keeps them waiting: what a delay is without those of a busy machine.
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
