import type { QualityCheck } from '../check.ts';
import { eachSeenColor } from '../color/seen-colors.ts';

/** Google: `additional_image_link`, from other angles; PromoStandards Media: class `Rear`. */
export const backPictures: QualityCheck = {
  id: 'picture/back',
  importance: 'welcome',
  demand: 'There are two pictures of every colour, front and back.',
  lack: 'colours with fewer than two pictures',
  remedy: 'Add the back to the `images` of the colour.',
  count: (subject) => eachSeenColor(subject, ({ pictures }) => pictures < 2),
};
