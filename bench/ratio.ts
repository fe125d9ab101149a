/** How the benches compare and what they print. */

/** A line `ratio <name> <value> (goal …)`. */
export function ratio(name: string, value: number, goal: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goal})`;
}

/** The line of two rates, in requests a second. */
export function compareRates(name: string, one: number, other: number, goal: string): string {
  const rates = `${Math.round(one)} against ${Math.round(other)} a second`;
  return ratio(name, one / other, `${goal}; ${rates}`);
}

/** The middle value, or the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
