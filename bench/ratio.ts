/** How the benches compare and what they print. */

/** A line `ratio <name> <value> (goal …)`. */
export function ratio(name: string, value: number, goal: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goal})`;
}

/** The middle value, or the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
