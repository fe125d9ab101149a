/** The life of `npm start` and `npm run stack`: start, wait for Ctrl-C or SIGTERM, put everything away. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildFailed } from './run-build.ts';

export interface Run {
  /** A folder of its own, empty at first, removed at the end. */
  readonly folder: string;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
  /** Remembers what is to be put away at the end; last remembered, first done. */
  atEnd(putAway: () => Promise<void>): void;
  /** Ends the run with an error. */
  fail(error: Error): void;
}

/**
 * Calls `start`, then waits for a signal or a failure, puts everything away and ends the process: 0
 * after a signal, 1 with one message on standard error after a failure.
 */
export async function runUntilStopped(start: (run: Run) => Promise<void>): Promise<never> {
  const controller = new AbortController();
  let stopped = () => {};
  let failed = (_error: Error) => {};
  const end = new Promise<void>((resolve, reject) => {
    stopped = resolve;
    failed = reject;
  });
  const putAways: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'catalogue-'));
  const run: Run = {
    folder,
    stop: controller.signal,
    atEnd: (putAway) => putAways.unshift(putAway),
    fail: failed,
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      controller.abort();
      stopped();
    });
  }
  // A promise alone does not keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    await Promise.race([start(run), end]);
    await end;
  } catch (error) {
    // What a stop interrupts is no failure.
    if (!controller.signal.aborted) tell(error);
  } finally {
    clearInterval(alive);
    for (const putAway of putAways) await putAway();
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}

function tell(error: unknown): void {
  process.exitCode = 1;
  // The compiler has told its own faults already.
  if (!(error instanceof BuildFailed)) process.stderr.write(`${(error as Error).message}\n`);
}
