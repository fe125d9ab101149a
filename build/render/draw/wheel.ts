/** Draw: the colour wheel that a color-block product is shown with, a segment a colour (SVG). */
import { escapeMarkup } from './escape-markup.ts';
import { centre, innerRadius, outerRadius, wheelSegments } from './wheel-segments.ts';

/** Draws one equal ring segment for each colour, clockwise from the top. */
export function drawWheel(colors: readonly string[], title: string): string {
  const segments = wheelSegments(colors.length).map(
    (outline, index) =>
      `<path d="${outline}" fill="${colors[index]}" stroke="#FFFFFF" stroke-width="3"/>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" role="img">',
    `<title>${escapeMarkup(title)}</title>`,
    `<circle cx="${centre}" cy="${centre}" r="${outerRadius + 3}" fill="none" stroke="#00000033" stroke-width="2"/>`,
    ...segments,
    `<circle cx="${centre}" cy="${centre}" r="${innerRadius - 8}" fill="none" stroke="#00000033" stroke-width="2"/>`,
    '</svg>\n',
  ].join('');
}
