/** Which release keyed answers are made from: asked for every few seconds, never a request each. */
import type { Log } from '../log.ts';
import type { NetPriceStore, ReleaseFacts } from './net-price-store.ts';

export interface ActiveRelease {
  /**
   * The release; the last one known while the store does not give one, which is logged. Rejects when there
   * is none known either.
   */
  read(): Promise<ReleaseFacts>;
  /** What `read` would give without asking the store; undefined where it would ask. */
  known(): ReleaseFacts | undefined;
}

const freshMs = 2000;

/**
 * `clock` gives monotonic milliseconds. A fault that the last known release hides is logged when it begins
 * and when it becomes another, and once more when it is over.
 */
export function createActiveRelease(
  store: Pick<NetPriceStore, 'activeRelease'>,
  clock: () => number,
  log: Log,
): ActiveRelease {
  let known: { facts: ReleaseFacts; readAt: number } | undefined;
  let underWay: Promise<ReleaseFacts> | undefined;
  let hiddenFault: string | undefined;

  async function ask(): Promise<ReleaseFacts> {
    const readAt = clock();
    try {
      const facts = await store.activeRelease();
      if (facts === undefined) throw new Error('no release is published; run npm run publish');
      known = { facts, readAt };
      if (hiddenFault !== undefined) log.info('release_readable_again', { release: facts.release });
      hiddenFault = undefined;
      return facts;
    } catch (error) {
      if (known === undefined) throw error;
      tellHidden(error, known.facts);
      return known.facts;
    }
  }

  function tellHidden(error: unknown, { release }: ReleaseFacts): void {
    const fault = String(error);
    if (fault !== hiddenFault) log.error('release_unreadable', error, { serving: release });
    hiddenFault = fault;
  }

  function findFresh(): ReleaseFacts | undefined {
    return known && clock() - known.readAt < freshMs ? known.facts : undefined;
  }

  return {
    async read() {
      const fresh = findFresh();
      if (fresh) return fresh;
      underWay ??= ask().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    known: findFresh,
  };
}
