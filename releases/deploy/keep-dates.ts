/**
 * `npm run deploy -- --keep-dates`: deploys again whenever a date in the content is reached, such as the last
 * day of a product.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readManifest } from '../../build/output/manifest.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { type Manifest, manifestFile } from '../../contract/release.ts';
import { readHistory } from '../changes/write-changes.ts';
import { UnreadableError } from '../release-store.ts';

/** The source of the current time; tests replace it. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970. */
  nowMs(): number;
  /** Resolves after `ms` milliseconds, or when `stop` aborts. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  nowMs: Date.now,
  wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
};

/** Options of `keepDates`, which deploys again at each date of the content. */
export interface KeepDatesOptions {
  /** Ends `keepDates`: interrupts the wait for the next date, but not a deploy. */
  readonly stop: AbortSignal;
  readonly clock: Clock;
  /** Prints one line for the operator. */
  print(line: string): void;
}

/**
 * Maximum milliseconds between two checks of the current release: another deploy may have activated a release with
 * an earlier date.
 */
const checkIntervalMs = 60_000;

/**
 * Calls `deploy` now, and again each time the current release reaches its next date (`dueAt` of its manifest), until
 * `stop` aborts or a deploy fails. If the current release became current only at or after its `dueAt`, does not deploy,
 * but waits until another release is current: an operator has gone back to an older release, for example, and a deploy
 * would undo this rollback. Also waits if the current release has no `dueAt`. Returns the exit code of the failed
 * deploy, or 0. Rejects with errors of `deploy`, and with `ReleaseError` if the manifest of the current release cannot
 * be read.
 */
export async function keepDates(
  out: string,
  deploy: () => Promise<number>,
  { stop, clock, print }: KeepDatesOptions,
): Promise<number> {
  let exitCode = await deploy();
  let printed: string | undefined;
  while (exitCode === 0 && !stop.aborted) {
    const { release, dueAt } = await readCurrentManifest(out);
    const nowMs = clock.nowMs();
    const isRollback = dueAt !== undefined && (await becameCurrentAt(out, release, nowMs)) >= dueAt;
    const leftMs = dueAt === undefined || isRollback ? checkIntervalMs : Date.parse(dueAt) - nowMs;
    if (leftMs <= 0) exitCode = await deploy();
    else {
      const line = explain({ release, dueAt, isRollback });
      if (line !== printed) print(line);
      printed = line;
      await clock.wait(Math.min(leftMs, checkIntervalMs), stop);
    }
  }
  return exitCode;
}

/** Returns the manifest of the current release. Throws `ReleaseError` with the remedy if it cannot be read. */
async function readCurrentManifest(out: string): Promise<Manifest> {
  const folder = join(out, 'current');
  try {
    return await readManifest(folder);
  } catch (cause) {
    const { message } = new UnreadableError(join(folder, manifestFile), cause);
    throw new ReleaseError(`${message}; deploy again`, { cause });
  }
}

/**
 * Returns the time at which a release became current (ISO 8601), from its history. Returns an empty string, which is
 * before every date in a comparison, if the history is missing or damaged, or if the time is after `nowMs`, because the
 * clock was set back since.
 */
async function becameCurrentAt(out: string, release: string, nowMs: number): Promise<string> {
  const history = await readHistory(out, release);
  const last = history?.entries.at(-1);
  return last === undefined || last.at > nowMs ? '' : new Date(last.at).toISOString();
}

/**
 * Returns the line that tells the operator what `keepDates` waits for: the next date, `dueAt`; no date, if `dueAt` is
 * undefined; or, if `isRollback`, another release, because `release` became current after `dueAt`.
 */
function explain({
  release,
  dueAt,
  isRollback,
}: {
  readonly release: string;
  readonly dueAt: string | undefined;
  readonly isRollback: boolean;
}): string {
  if (dueAt === undefined) return 'waiting: no date is ahead';
  if (!isRollback) return `waiting: the next date falls due at ${dueAt}`;
  // An operator went back to this release on purpose.
  return `waiting for another release: ${release} became current after its date of ${dueAt}`;
}
