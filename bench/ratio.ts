/** Formats the comparisons that the benches print. */

/** Formats a line `ratio <name> <value> (goal …)`. */
export function ratio(name: string, value: number, goal: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goal})`;
}

/** The rate of a server, and its processor time. */
export interface Rate {
  readonly requestsPerSecond: number;
  /** Microseconds of processor time per request. */
  readonly processorTime: number;
}

/**
 * Formats a `ratio` line of two servers: the rate of `one` divided by that of `other`, and the processor times of both.
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
  /** Processor time of all its threads and processes. */
  readonly processorSeconds: number;
}

/**
 * Formats a `ratio` line of two runs: the wall-clock time of `one` divided by that of `other`, followed by the ratio of
 * processor times.
 */
export function compareCosts(name: string, one: Cost, other: Cost, goal: string): string {
  const walls = `${one.seconds.toFixed(2)} against ${other.seconds.toFixed(2)} s`;
  const [processor, otherProcessor] = [one.processorSeconds, other.processorSeconds];
  const processors = `${processor.toFixed(2)} against ${otherProcessor.toFixed(2)} s of processor time (${(processor / otherProcessor).toFixed(3)})`;
  return ratio(name, one.seconds / other.seconds, `${goal}; ${walls}, ${processors}`);
}

/** Returns the median of the wall-clock times and that of the processor times. */
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
