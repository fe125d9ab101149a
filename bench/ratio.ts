/** Formats the comparisons that the benches print. */

/**
 * Formats a line such as `ratio build-cold-to-floor-10000 1.100 (goal ≤ 1.25)`. `value` is a ratio or a measurement,
 * such as seconds. `goal` is the text after the word `goal`: the goal, or `the figure` if there is none; facts may
 * follow after a semicolon.
 */
export function ratio(name: string, value: number, goal: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goal})`;
}

/** The number of requests that a server answers per second, and the processor time that it needs for one. */
export interface Rate {
  readonly requestsPerSecond: number;
  /** Microseconds of processor time per request. */
  readonly processorTime: number;
}

/**
 * Formats a `ratio` line of two servers: the requests per second of `one` divided by those of `other`. The rates and
 * the processor times of both follow in the line.
 */
export function compareRates(name: string, one: Rate, other: Rate, goal: string): string {
  const [rate, otherRate] = [one.requestsPerSecond, other.requestsPerSecond];
  const rates = `${Math.round(rate)} against ${Math.round(otherRate)} a second`;
  const times = `${one.processorTime.toFixed(1)} against ${other.processorTime.toFixed(1)} µs of processor time`;
  return ratio(name, rate / otherRate, `${goal}; ${rates}, ${times}`);
}

/**
 * Formats a `ratio` line of two servers: the processor time per request of `other` divided by that of `one`.
 * The ratio is above 1 if `one` needs less time.
 */
export function compareTimes(name: string, one: Rate, other: Rate, goal: string): string {
  const times = `${one.processorTime.toFixed(1)} against ${other.processorTime.toFixed(1)} µs of processor time`;
  return ratio(name, other.processorTime / one.processorTime, `${goal}; ${times}`);
}

/** The time that a run of a program takes. */
export interface Cost {
  /** Wall-clock time. */
  readonly seconds: number;
  /** Processor time of all its threads; whether child processes are included depends on the function that measures. */
  readonly processorSeconds: number;
}

/**
 * Formats a `ratio` line of two runs: the wall-clock time of `one` divided by that of `other`, then the same ratio of
 * their processor times.
 */
export function compareCosts(name: string, one: Cost, other: Cost, goal: string): string {
  const walls = `${one.seconds.toFixed(2)} against ${other.seconds.toFixed(2)} s`;
  const [processor, otherProcessor] = [one.processorSeconds, other.processorSeconds];
  const processors = `${processor.toFixed(2)} against ${otherProcessor.toFixed(2)} s of processor time (${(processor / otherProcessor).toFixed(3)})`;
  return ratio(name, one.seconds / other.seconds, `${goal}; ${walls}, ${processors}`);
}

/** Returns the median of the wall-clock times and, separately, that of the processor times; NaN for an empty list. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    processorSeconds: median(costs.map(({ processorSeconds }) => processorSeconds)),
  };
}

/** Returns the middle value, or the lower of the two in the middle; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
