/** Draws pictures of products as SVG: coloured garments and colour wheels. Screen readers read their titles. */

/**
 * Returns `drawing`, the SVG text of a garment, with its placeholders replaced: `{{primary}}` by the first swatch, such
 * as `#1F3A5F`, `{{secondary}}` by the second (by the first if there is only one), and `{{title}}` by the escaped title.
 */
export function drawGarment(drawing: string, swatches: readonly string[], title: string): string {
  const [primary = '', secondary = primary] = swatches;
  return (
    drawing
      .replaceAll('{{primary}}', primary)
      .replaceAll('{{secondary}}', secondary)
      // A function, because `$` in a replacement string has a special meaning.
      .replaceAll('{{title}}', () => escapeMarkup(title))
  );
}

/** The colour of the outlines of a wheel. Its contrast is more than 4 to 1 on white and on black. */
export const outlineColor = '#777A7E';

/** Returns the SVG text of a ring with one equal segment for each colour, such as `#1F3A5F`, clockwise from the top. */
export function drawWheel(colors: readonly string[], title: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" role="img">',
    `<title>${escapeMarkup(title)}</title>`,
    `<g stroke="${outlineColor}" stroke-width="3" stroke-linejoin="round">`,
    ...wheelSegments(colors.length).map((path, at) => `<path d="${path}" fill="${colors[at]}"/>`),
    '</g>',
    '</svg>\n',
  ].join('');
}

/** Centre of a colour wheel, as x and also as y coordinate, and the radii of its ring, in units of the drawing. */
export const [centre, outerRadius, innerRadius] = [240, 200, 84];

/** Returns the SVG path data of each of `count` equal ring segments, clockwise from the top. */
export function wheelSegments(count: number): string[] {
  return Array.from({ length: count }, (_, at) => segmentPath(at / count, (at + 1) / count));
}

/**
 * Returns the SVG path data of a ring segment from one angle to another. Angles are in turns, clockwise: 0 is the top,
 * 0.25 the right side. A full ring has a minimal gap, because an SVG arc cannot end where it begins.
 */
function segmentPath(from: number, to: number): string {
  const end = to - from >= 1 ? from + 0.99999 : to;
  const large = end - from > 0.5 ? 1 : 0;
  const arc = (radius: number) => `A${radius} ${radius} 0 ${large}`;
  return (
    `M${pointAt(from, outerRadius)}${arc(outerRadius)} 1 ${pointAt(end, outerRadius)}` +
    `L${pointAt(end, innerRadius)}${arc(innerRadius)} 0 ${pointAt(from, innerRadius)}Z`
  );
}

function pointAt(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn;
  const x = centre + radius * Math.sin(angle);
  const y = centre - radius * Math.cos(angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

/** Escapes `&`, `<`, `>` and `"` in a text, for use in SVG or HTML as content or in a double-quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character as keyof typeof entities]);
}
