/** Where things stand in the price chart: scales, round prices on the axis, labels that do not overlap. */

export type Scale = (value: number) => number;

/** Returns a linear scale from an interval of values to one of pixels. */
export function scale([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

/** Returns three to six round prices, ascending, of which the first and the last enclose all prices. */
export function roundPrices(prices: readonly number[]): number[] {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const span = high - low || high || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= 4) as number;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // One price alone has a grid line below and one above it.
  const count = Math.max(last - first, 2) + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(4)));
}

/**
 * Returns the heights of labels, `distance` apart at least and above `bottom`, each as near as possible to
 * the height given.
 */
export function spread(
  heights: readonly number[],
  { distance, bottom }: { distance: number; bottom: number },
): number[] {
  const order = heights
    .map((_, index) => index)
    .sort((a, b) => Number(heights[a]) - Number(heights[b]));
  const moved = [...heights];
  let above = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    above = Math.max(Number(heights[index]), above + distance);
    moved[index] = above;
  }
  let below = bottom + distance;
  for (const index of order.reverse()) {
    below = Math.min(Number(moved[index]), below - distance);
    moved[index] = below;
  }
  return moved;
}
