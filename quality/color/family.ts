import type { QualityCheck } from '../check.ts';
import { eachSeenColor } from './seen-colors.ts';

/** Google: `color` is required of apparel, in words that buyers filter by. */
export const colorFamily: QualityCheck = {
  id: 'color/family',
  importance: 'important',
  demand: 'Every colour is found under a colour family.',
  lack: 'colours without a family',
  remedy: 'Name `families` of the colour in colors.json.',
  count: (subject) =>
    eachSeenColor(subject, ({ color }) => subject.shared.colors[color]?.families.length === 0),
};
