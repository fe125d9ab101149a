/** The life cycle of a local runner: start, wait for a signal (such as Ctrl-C) or a failure, clean up. */
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { handleOutputErrors } from '../../console/run-command.ts';
import { BuildFailed } from './run-build.ts';
import {
  type LocalSettings,
  type ResolvedSettings,
  readLocalSettings,
  resolveSettings,
} from './settings.ts';
import { type Runner, usageOf } from './usage.ts';

/** A run of `npm start`, `npm run dev` or `npm run stack`, from its start to its end by a signal or a failure. */
export interface Run {
  /** The temporary folder of the run, initially empty, removed at the end. */
  readonly folder: string;
  /** Aborts when the run ends because of a signal or a failure; nothing is started after that. */
  readonly stop: AbortSignal;
  /** Adds a clean-up step for the end of the run; steps run in reverse order. */
  atEnd(cleanUp: () => Promise<void>): void;
  /** Ends the run with an error; ignored if the run is already ending. */
  fail(error: Error): void;
}

/** Milliseconds that the end of a run waits for a `start` that is not yet finished. */
const gracePeriodMs = 5000;

/**
 * Runs a local runner: calls `start`, waits for a signal or a failure, cleans up, and ends the process: with 0 after a
 * signal, with 1 after a failure, which it prints, or if output of the run could not be written.
 */
export async function runUntilStopped(
  runner: Runner,
  start: (run: Run, settings: ResolvedSettings) => Promise<void>,
): Promise<void> {
  handleOutputErrors();
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

/** Returns the settings; undefined for `--help` and for invalid settings, after printing the usage or the reason. */
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
 * Calls `start`, waits until `ending` aborts or the run fails, and cleans up. Resolves to the failure, a call of `fail`
 * or a rejection of `start`; to undefined if `ending` was aborted first.
 */
export async function runUntilAborted(
  start: (run: Run) => Promise<void>,
  ending: AbortController,
): Promise<Error | undefined> {
  let failure: Error | undefined;
  const fail = (error: Error) => {
    // Errors of interrupted steps are not failures of the run.
    if (ending.signal.aborted) return;
    failure = error;
    ending.abort();
  };
  const cleanUps: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'catalogue-'));
  const starting = start({
    folder,
    stop: ending.signal,
    atEnd: (cleanUp) => cleanUps.unshift(cleanUp),
    fail,
  }).catch(fail);

  await ended(ending.signal);
  await runCleanUps(cleanUps);
  const patience = new AbortController();
  await Promise.race([starting, wait(gracePeriodMs, undefined, { signal: patience.signal })]);
  patience.abort();
  await runCleanUps(cleanUps);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(reportFailure);
  return failure;
}

/** Resolves when the signal aborts; a timer keeps the process alive until then. */
async function ended(signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => {}, 60_000);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(alive);
}

async function runCleanUps(cleanUps: (() => Promise<void>)[]): Promise<void> {
  for (let next = cleanUps.shift(); next; next = cleanUps.shift()) await next();
}

function reportFailure(error: Error): void {
  process.exitCode = 1;
  // The compiler has already printed its errors.
  if (!(error instanceof BuildFailed)) process.stderr.write(`${error.message.trimEnd()}\n`);
}
