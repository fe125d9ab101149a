/** What is put away at the end: of a test by ava itself, of a file of tests by this. */

/** A test, or a file of tests. */
export interface Teardown {
  teardown(putAway: () => void | Promise<void>): void;
}

/** A test's own `teardown`, for a hook's use: `run` it after the last test. Last remembered, first done. */
export function collectTeardowns(): Teardown & { run(): Promise<void> } {
  const putAways: (() => void | Promise<void>)[] = [];
  return {
    teardown: (putAway) => void putAways.unshift(putAway),
    async run() {
      for (const putAway of putAways) await putAway();
    },
  };
}
