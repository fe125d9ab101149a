/** Draw: the colour wheel that a color-block product is shown with, a segment a colour (SVG). */
import { escapeMarkup } from './escape-markup.ts';

const centre = 240;
const outerRadius = 200;
const innerRadius = 84;

/** Draws one equal ring segment for each colour, clockwise from the top. */
export function drawWheel(colors: readonly string[], title: string): string {
  const segments = colors.map((color, index) => {
    const outline = segmentPath(index / colors.length, (index + 1) / colors.length);
    return `<path d="${outline}" fill="${color}" stroke="#FFFFFF" stroke-width="3"/>`;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" role="img">',
    `<title>${escapeMarkup(title)}</title>`,
    `<circle cx="${centre}" cy="${centre}" r="${outerRadius + 3}" fill="none" stroke="#00000033" stroke-width="2"/>`,
    ...segments,
    `<circle cx="${centre}" cy="${centre}" r="${innerRadius - 8}" fill="none" stroke="#00000033" stroke-width="2"/>`,
    '</svg>\n',
  ].join('');
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
