/** How the benches compare and what they print. */

/** A line `ratio <name> <value> (goal …)`. */
export function ratio(name: string, value: number, goal: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goal})`;
}

/** How fast a server has answered, and what that took of it. */
export interface Rate {
  readonly requestsPerSecond: number;
  /** Microseconds of processor time a request. */
  readonly processorTime: number;
}

/** The line of two rates. */
export function compareRates(name: string, one: Rate, other: Rate, goal: string): string {
  const [rate, otherRate] = [one.requestsPerSecond, other.requestsPerSecond];
  const rates = `${Math.round(rate)} against ${Math.round(otherRate)} a second`;
  const times = `${one.processorTime.toFixed(1)} against ${other.processorTime.toFixed(1)} µs of processor time`;
  return ratio(name, rate / otherRate, `${goal}; ${rates}, ${times}`);
}

/** The line of the processor time of two servers: how much of one's time a request takes of the other. */
export function compareTimes(name: string, one: Rate, other: Rate, goal: string): string {
  const times = `${one.processorTime.toFixed(1)} against ${other.processorTime.toFixed(1)} µs of processor time`;
  return ratio(name, other.processorTime / one.processorTime, `${goal}; ${times}`);
}

/** What a run took. */
export interface Cost {
  /** On the wall clock. */
  readonly seconds: number;
  /** Processor time of all its threads and processes. */
  readonly processorSeconds: number;
}

/** The line of two costs: the ratio is of wall clocks, and that of processor time is printed beside it. */
export function compareCosts(name: string, one: Cost, other: Cost, goal: string): string {
  const walls = `${one.seconds.toFixed(2)} against ${other.seconds.toFixed(2)} s`;
  const [processor, otherProcessor] = [one.processorSeconds, other.processorSeconds];
  const processors = `${processor.toFixed(2)} against ${otherProcessor.toFixed(2)} s of processor time (${(processor / otherProcessor).toFixed(3)})`;
  return ratio(name, one.seconds / other.seconds, `${goal}; ${walls}, ${processors}`);
}

/** The medians of wall clocks and of processor times. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    processorSeconds: median(costs.map(({ processorSeconds }) => processorSeconds)),
  };
}

/** The middle value, or the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
