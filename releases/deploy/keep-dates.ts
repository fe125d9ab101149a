/** Deploys whenever a date of the content falls due: `npm run deploy -- --keep-dates` (decision 65). */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readChanges } from '../changes/write-changes.ts';
import { readManifest } from '../release-store.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Resolves after so many milliseconds, or when `stop` is aborted. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: Date.now,
  wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
};

export interface Waiting {
  readonly stop: AbortSignal;
  readonly clock: Clock;
  /** Called with a line for the operator. */
  print(line: string): void;
}

/** How often the current release is looked at: another deploy may have brought an earlier date. */
const lookEveryMs = 60_000;

/**
 * Deploys now, and again whenever the current release falls due, until `stop`. Returns the exit code of the first
 * deploy that fails, or 0; rejects with what `deploy` and reading the manifest throw.
 */
export async function keepDates(
  out: string,
  deploy: () => Promise<number>,
  { stop, clock, print }: Waiting,
): Promise<number> {
  let exitCode = await deploy();
  let printed: string | undefined;
  while (exitCode === 0 && !stop.aborted) {
    const { release, dueAt } = await readManifest(join(out, 'current'));
    const isRollback = dueAt !== undefined && (await becameCurrentAt(out, release)) >= dueAt;
    const leftMs =
      dueAt === undefined || isRollback ? lookEveryMs : Date.parse(dueAt) - clock.nowMs();
    if (leftMs <= 0) exitCode = await deploy();
    else {
      const line = explain({ release, dueAt, isRollback });
      if (line !== printed) print(line);
      printed = line;
      await clock.wait(Math.min(leftMs, lookEveryMs), stop);
    }
  }
  return exitCode;
}

/** Returns the moment (ISO 8601) at which a release became current; an empty text if that is not known. */
async function becameCurrentAt(out: string, release: string): Promise<string> {
  const { history } = (await readChanges(out, release)) ?? {};
  const last = history?.entries.at(-1);
  return last === undefined ? '' : new Date(last.at).toISOString();
}

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
  // Somebody went back to it on purpose.
  return `waiting for another release: ${release} became current after its date of ${dueAt}`;
}
