/** Draws pictures of a product as SVG: coloured garments and colour wheels. */

/**
 * Fills a drawing's placeholders: the body gets the first swatch, the trim the second (otherwise the
 * body's), and screen readers read the title.
 */
export function drawGarment(
  drawing: string,
  swatches: readonly [string, ...string[]],
  title: string,
): string {
  const [primary, secondary = primary] = swatches;
  return (
    drawing
      .replaceAll('{{primary}}', primary)
      .replaceAll('{{secondary}}', secondary)
      // A function, because `$` in a replacement string has a special meaning.
      .replaceAll('{{title}}', () => escapeMarkup(title))
  );
}

/**
 * Draws one equal ring segment for each colour, clockwise from the top. Middle-grey outlines make a white
 * segment visible on white and a black one on a dark background.
 */
export function drawWheel(colors: readonly string[], title: string): string {
  const segments = wheelSegments(colors.length).map(
    (outline, index) => `<path d="${outline}" fill="${colors[index]}"/>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" role="img">',
    `<title>${escapeMarkup(title)}</title>`,
    `<g stroke="${outlineColor}" stroke-width="3" stroke-linejoin="round">`,
    ...segments,
    '</g>',
    '</svg>\n',
  ].join('');
}

/** The colour of the wheel’s outlines: its contrast is more than 4 to 1 on white and on black. */
export const outlineColor = '#777A7E';

/** The wheel is centred in a square of 480 units, like garments. */
export const centre = 240;
export const outerRadius = 200;
export const innerRadius = 84;

/** Returns the SVG path of each of `count` equal ring segments, clockwise from the top. */
export function wheelSegments(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    segmentPath(index / count, (index + 1) / count),
  );
}

/** Returns a ring segment between two turns from 0 to 1. A full ring is drawn with a minimal gap. */
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

/** Escapes text for SVG and HTML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
