/** The outlines of a colour wheel's segments: pure geometry, for whoever draws one. */

/** The wheel lies in the middle of a square of 480 units, as garments do. */
export const centre = 240;
export const outerRadius = 200;
export const innerRadius = 84;

/** The SVG path of each of `count` equal ring segments, clockwise from the top. */
export function wheelSegments(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    segmentPath(index / count, (index + 1) / count),
  );
}

/** A ring segment between two turns from 0 to 1. A whole ring is drawn a hair short of closing. */
function segmentPath(from: number, to: number): string {
  const end = to - from >= 1 ? from + 0.99999 : to;
  const large = end - from > 0.5 ? 1 : 0;
  const [outerStart, outerEnd] = [pointAt(from, outerRadius), pointAt(end, outerRadius)];
  const [innerStart, innerEnd] = [pointAt(from, innerRadius), pointAt(end, innerRadius)];
  return (
    `M${outerStart}A${outerRadius} ${outerRadius} 0 ${large} 1 ${outerEnd}` +
    `L${innerEnd}A${innerRadius} ${innerRadius} 0 ${large} 0 ${innerStart}Z`
  );
}

function pointAt(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn;
  const x = centre + radius * Math.sin(angle);
  const y = centre - radius * Math.cos(angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
