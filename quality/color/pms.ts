import type { QualityCheck } from '../check.ts';
import { eachSeenColor } from './seen-colors.ts';

/** PromoStandards Product Data: a `Color` has `approximatePms`, by which logos are matched. */
export const colorPms: QualityCheck = {
  id: 'color/pms',
  importance: 'welcome',
  demand: 'The nearest Pantone colour of every plain colour is known.',
  lack: 'plain colours without a Pantone colour',
  remedy: 'Name the `pms` of the colour in colors.json.',
  count: (subject) =>
    eachSeenColor(
      subject,
      // Of two swatches neither is the colour.
      ({ color, swatches }) => swatches === 1 && subject.shared.colors[color]?.pms === undefined,
    ),
};
