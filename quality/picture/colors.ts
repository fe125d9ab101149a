import type { QualityCheck } from '../check.ts';
import { eachSeenColor } from '../color/seen-colors.ts';

/** PromoStandards Media, best practices: at least one picture of each colour. */
export const colorPictures: QualityCheck = {
  id: 'picture/colors',
  importance: 'critical',
  demand: 'There is a picture of every colour.',
  lack: 'colours without a picture',
  remedy:
    'Name pictures in the `images` of the colour, or give the product a `drawing` and the colour swatches.',
  count: (subject) => eachSeenColor(subject, ({ pictures }) => pictures === 0),
};
