/** Which release keyed answers are made from: asked for every few seconds, never a request each. */
import type { NetPriceStore, ReleaseFacts } from './net-price-store.ts';

export interface ActiveRelease {
  /** The release; the last one known while the store is away. Throws when none was ever published. */
  read(): Promise<ReleaseFacts>;
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

  return {
    async read() {
      if (known && clock() - known.readAt < freshMs) return known.facts;
      underWay ??= ask().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}
