/** The life of a local runner: start, wait for Ctrl-C or SIGTERM, put everything away. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BuildFailed } from './run-build.ts';

export interface Run {
  /** A folder of its own, empty at first, removed at the end. */
  readonly folder: string;
  /** Aborts when the run ends, by a signal or a failure; nothing is started after that. */
  readonly stop: AbortSignal;
  /** Remembers what is to be put away at the end; last remembered, first done. */
  atEnd(putAway: () => Promise<void>): void;
  /** Ends the run with an error. */
  fail(error: Error): void;
}

/** What is still being started when the run ends has this long to notice. */
const patienceMs = 5000;

/**
 * Calls `start`, then waits for a signal or a failure, puts everything away and ends the process: 0
 * after a signal, 1 with one message on standard error after a failure.
 */
export async function runUntilStopped(start: (run: Run) => Promise<void>): Promise<never> {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => ending.abort());
  const failure = await runUntilAborted(start, ending);
  if (failure) tell(failure);
  process.exit();
}

/**
 * Calls `start`, waits until `ending` is aborted or the run fails, and puts everything away. Returns the
 * failure, which aborts `ending` too; there is none if it was aborted before.
 */
export async function runUntilAborted(
  start: (run: Run) => Promise<void>,
  ending: AbortController,
): Promise<Error | undefined> {
  let failure: Error | undefined;
  const fail = (error: Error) => {
    // What an ending run interrupts is no failure of its own.
    if (ending.signal.aborted) return;
    failure = error;
    ending.abort();
  };
  const putAways: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'catalogue-'));
  const starting = start({
    folder,
    stop: ending.signal,
    atEnd: (putAway) => putAways.unshift(putAway),
    fail,
  }).catch(fail);

  await ended(ending.signal);
  await putAllAway(putAways);
  const patience = new AbortController();
  await Promise.race([starting, wait(patienceMs, undefined, { signal: patience.signal })]);
  patience.abort();
  await putAllAway(putAways);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(tell);
  return failure;
}

/** Resolves once the signal aborts; the timer keeps the process alive meanwhile. */
function ended(signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => {}, 60_000);
  return new Promise((resolve) => {
    const done = () => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

async function putAllAway(putAways: (() => Promise<void>)[]): Promise<void> {
  for (let next = putAways.shift(); next; next = putAways.shift()) await next();
}

function tell(error: Error): void {
  process.exitCode = 1;
  // The compiler has told its own faults already.
  if (!(error instanceof BuildFailed)) process.stderr.write(`${error.message}\n`);
}
