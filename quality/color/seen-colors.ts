/** The colours of a product that a check about colours asks something of. */
import { each, type Subject, type SubjectColor, type Tally } from '../check.ts';

/**
 * The tally of the colours that can be seen. A colour without a swatch is one that buyers choose
 * themselves, and lacks nothing. Undefined where a product comes in such only.
 */
export function eachSeenColor(
  { colors }: Pick<Subject, 'colors'>,
  isMissing: (color: SubjectColor) => boolean,
): Tally | undefined {
  const seen = colors.filter(({ swatches }) => swatches > 0);
  if (seen.length === 0 && colors.length > 0) return undefined;
  return each(seen, ({ color }) => color, isMissing);
}
