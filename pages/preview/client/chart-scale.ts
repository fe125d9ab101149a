/** Calculates positions in the price chart: scales, axis prices and labels that do not overlap. */

/** Maps a value to a position in pixels. */
export type Scale = (value: number) => number;

/**
 * Returns a linear scale that maps values between `from` and `to` to pixels between `start` and `end`, and extrapolates
 * other values: with `[0, 10]` and `[100, 200]`, 5 → 150 and 20 → 300.
 */
export function createLinearScale(
  [from, to]: [number, number],
  [start, end]: [number, number],
): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

/**
 * Returns three to six round prices for the axis of the chart, ascending and at equal distances. All `prices` are
 * within this range: `[7, 18]` → `[5, 10, 15, 20]`.
 */
export function createAxisPrices(prices: readonly number[]): number[] {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const span = high - low || high || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= 4) as number;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // A single price would otherwise get only one or two grid lines.
  const count = Math.max(last - first, 2) + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(4)));
}

/**
 * Moves labels of the chart so that they do not overlap. `positions` are the desired vertical positions of the labels,
 * in pixels from the top, in any order. Returns the new position of each label, at the same index: at least `distance`
 * pixels from the others and at most `bottom`. If there is not enough space for all labels, some positions are
 * negative.
 */
export function spreadLabels(
  positions: readonly number[],
  { distance, bottom }: { distance: number; bottom: number },
): number[] {
  const order = positions
    .map((_, index) => index)
    .sort((a, b) => Number(positions[a]) - Number(positions[b]));
  const moved = [...positions];
  let above = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    above = Math.max(Number(positions[index]), above + distance);
    moved[index] = above;
  }
  let below = bottom + distance;
  for (const index of order.reverse()) {
    below = Math.min(Number(moved[index]), below - distance);
    moved[index] = below;
  }
  return moved;
}
