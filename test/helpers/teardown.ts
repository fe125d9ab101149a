/**
 * Clean-up functions that run after a test, by ava's own `teardown`, or after all tests of a file, by
 * `collectTeardowns`.
 */

/** A test, or a file of tests. */
export interface Teardown {
  teardown(cleanUp: () => void | Promise<void>): void;
}

/** A test's own `teardown`, for a hook's use: `run` it after the last test. Last remembered, first done. */
export function collectTeardowns(): Teardown & { run(): Promise<void> } {
  const cleanUps: (() => void | Promise<void>)[] = [];
  return {
    teardown: (cleanUp) => void cleanUps.unshift(cleanUp),
    async run() {
      for (const cleanUp of cleanUps) await cleanUp();
    },
  };
}
