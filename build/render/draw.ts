/** Draws pictures of products as SVG: coloured garments and colour wheels. */

/**
 * Returns `drawing`, the SVG text of a garment, with its placeholders replaced: `{{primary}}` by the first swatch, a
 * colour such as `#1F3A5F`, `{{secondary}}` by the second (by the first if there is only one), and `{{title}}` by the
 * title, which this function escapes. Screen readers read the title.
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
 * Returns the SVG text of a ring with one equal segment for each colour, such as `#1F3A5F`, clockwise from the top.
 * Segments have grey outlines, so that white is visible on white and black on a dark background. Screen readers read
 * the title, which this function escapes.
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

/** The colour of the outlines of a wheel. Its contrast is more than 4 to 1 on white and on black. */
export const outlineColor = '#777A7E';

/**
 * The centre of a colour wheel, as x and also as y coordinate. The drawing is a square of 480 units, like garment
 * drawings.
 */
export const centre = 240;
/** Outer radius of the ring of a colour wheel, in units of the drawing. */
export const outerRadius = 200;
/** Inner radius of the ring of a colour wheel, in units of the drawing. */
export const innerRadius = 84;

/** Returns the SVG path data of each of `count` equal ring segments, clockwise from the top. */
export function wheelSegments(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    segmentPath(index / count, (index + 1) / count),
  );
}

/**
 * Returns the SVG path data of a ring segment from one angle to another. Angles are in turns, clockwise: 0 is the top,
 * 0.25 the right side. A full ring has a minimal gap, because an SVG arc cannot end where it begins.
 */
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

/**
 * Returns the coordinates, as `x y`, of a point on a circle around the centre. `turn` is 0 at the top and 1
 * after a full turn clockwise.
 */
function pointAt(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn;
  const x = centre + radius * Math.sin(angle);
  const y = centre - radius * Math.cos(angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** Escapes `&`, `<`, `>` and `"` in a text, for use in SVG or HTML as content or in a double-quoted attribute. */
export function escapeMarkup(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
