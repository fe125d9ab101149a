/** Draw: a garment drawing and a colour's swatches in, the picture of that colour out (SVG). */
import { escapeMarkup } from './escape-markup.ts';

/**
 * Fills a drawing's placeholders: the body takes the first swatch, trim the second (or the body's),
 * the title is what a screen reader says.
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
      // A function: $ in a title is not a pattern.
      .replaceAll('{{title}}', () => escapeMarkup(title))
  );
}
