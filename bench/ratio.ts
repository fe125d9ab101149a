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

/** The middle value, or the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
