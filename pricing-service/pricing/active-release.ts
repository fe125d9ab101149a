/** Which release keyed answers are made from: asked for every few seconds, never a request each. */
import type { NetPriceStore } from './net-price-store.ts';

export interface ActiveRelease {
  /** The id; the last one known while the store is away. Throws when none was ever published. */
  read(): Promise<string>;
}

const freshMs = 2000;

/** `clock` gives monotonic milliseconds. */
export function createActiveRelease(store: NetPriceStore, clock: () => number): ActiveRelease {
  let known: { release: string; readAt: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const readAt = clock();
    try {
      const release = await store.activeRelease();
      if (release === undefined) throw new Error('no release is published; run npm run publish');
      known = { release, readAt };
      return release;
    } catch (error) {
      if (known === undefined) throw error;
      return known.release;
    }
  }

  return {
    async read() {
      if (known && clock() - known.readAt < freshMs) return known.release;
      underWay ??= ask().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}
