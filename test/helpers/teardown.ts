/**
 * Clean-up functions that run after a test, by ava's own `teardown`, or after all tests of a file, by
 * `collectTeardowns`.
 */

/** Registers clean-up functions that run after a test (ava's `t`) or after a file of tests (`collectTeardowns`). */
export interface Teardown {
  teardown(cleanUp: () => void | Promise<void>): void;
}

/**
 * Collects clean-up functions for a whole file of tests. `run`, to be called in a hook after the last test,
 * calls them in reverse order.
 */
export function collectTeardowns(): Teardown & { run(): Promise<void> } {
  const cleanUps: (() => void | Promise<void>)[] = [];
  return {
    teardown: (cleanUp) => void cleanUps.unshift(cleanUp),
    async run() {
      for (const cleanUp of cleanUps) await cleanUp();
    },
  };
}
