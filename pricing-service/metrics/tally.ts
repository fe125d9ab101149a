/**
 * Creates counters for Prometheus with cheap increments: unlike prom-client's own, they do not serialize their labels
 * at each increment.
 */
import { Counter, type Registry } from 'prom-client';

/** A Prometheus counter with two labels. */
export interface Tally<First extends string, Second extends string> {
  /** Adds one to the count that has these values of the two labels. */
  count(first: First, second: Second): void;
}

/**
 * Creates a counter with two labels and registers it in `registers`. Its counts are passed to prom-client when metrics
 * are collected.
 */
export function createTally<First extends string, Second extends string>(config: {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly [string, string];
  readonly registers: Registry[];
}): Tally<First, Second> {
  const counts = new Map<First, Map<Second, number>>();
  const [firstName, secondName] = config.labelNames;
  new Counter({
    ...config,
    collect() {
      this.reset();
      for (const [first, seconds] of counts) {
        for (const [second, count] of seconds) {
          this.inc({ [firstName]: first, [secondName]: second }, count);
        }
      }
    },
  });
  return {
    count(first, second) {
      const seconds = counts.get(first);
      if (seconds) seconds.set(second, (seconds.get(second) ?? 0) + 1);
      else counts.set(first, new Map([[second, 1]]));
    },
  };
}
