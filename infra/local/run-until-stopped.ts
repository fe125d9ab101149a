/** The life of a local runner: start, wait for Ctrl-C or SIGTERM, put everything away. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BuildFailed } from './run-build.ts';
import {
  type LocalSettings,
  type ResolvedSettings,
  readLocalSettings,
  resolveSettings,
} from './settings.ts';
import { type Runner, usageOf } from './usage.ts';

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
 * Runs a runner from the arguments and environment of the process to its end. Prints the usage if
 * `--help` asks for it; otherwise calls `start`, waits for a signal or a failure, puts everything away
 * and ends the process: 0 after a signal, 1 with one message on standard error after a failure.
 */
export async function runUntilStopped(
  runner: Runner,
  start: (run: Run, settings: ResolvedSettings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(runner);
  if (settings === undefined) return;
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => ending.abort());
  const starting = async (run: Run) => start(run, await resolveSettings(settings));
  const failure = await runUntilAborted(starting, ending);
  if (failure) reportFailure(failure);
  process.exit();
}

/** Returns undefined if the process has nothing to run: the usage or an error was printed. */
function readSettings(runner: Runner): LocalSettings | undefined {
  try {
    const settings = readLocalSettings(runner, process.argv.slice(2));
    if (settings === undefined) process.stdout.write(usageOf(runner));
    return settings;
  } catch (error) {
    reportFailure(error as Error);
    return undefined;
  }
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
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(reportFailure);
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

function reportFailure(error: Error): void {
  process.exitCode = 1;
  // The compiler has told its own faults already.
  if (!(error instanceof BuildFailed)) process.stderr.write(`${error.message.trimEnd()}\n`);
}
