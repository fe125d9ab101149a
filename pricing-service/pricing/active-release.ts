/** Which release keyed answers are made from: asked for every few seconds, never a request each. */
import type { NetPriceStore, ReleaseFacts } from './net-price-store.ts';

export interface ActiveRelease {
  /** The release; the last one known while the store is away. Throws when none was ever published. */
  read(): Promise<ReleaseFacts>;
  /** What `read` would give without asking the store; undefined where it would ask. */
  known(): ReleaseFacts | undefined;
}

const freshMs = 2000;

/** `clock` gives monotonic milliseconds. */
export function createActiveRelease(
  store: Pick<NetPriceStore, 'activeRelease'>,
  clock: () => number,
): ActiveRelease {
  let known: { facts: ReleaseFacts; readAt: number } | undefined;
  let underWay: Promise<ReleaseFacts> | undefined;

  async function ask(): Promise<ReleaseFacts> {
    const readAt = clock();
    try {
      const facts = await store.activeRelease();
      if (facts === undefined) throw new Error('no release is published; run npm run publish');
      known = { facts, readAt };
      return facts;
    } catch (error) {
      if (known === undefined) throw error;
      return known.facts;
    }
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
