/** Checks about colours and pictures. */
import {
  type QualityCheck,
  type Subject,
  type SubjectColor,
  tallyMany,
  tallyOne,
} from './check.ts';

/**
 * Quality checks about colours and pictures. The code comment of each check names the industry requirement
 * behind it.
 */
export const appearanceChecks: readonly QualityCheck[] = [
  {
    // Google: `color` is required of apparel, in words that buyers filter by.
    id: 'color/family',
    importance: 'important',
    demand: 'Every colour is in a colour family.',
    lack: 'colours without a family',
    remedy: 'Name `families` of the colour in colors.json.',
    count: (subject) =>
      tallyVisibleColors(
        subject,
        ({ color }) => subject.shared.colors[color]?.families.length === 0,
      ),
  },
  {
    // PromoStandards Product Data: a `Color` has `approximatePms`, by which logos are matched.
    id: 'color/pms',
    importance: 'welcome',
    demand: 'Every plain colour has its nearest Pantone colour.',
    lack: 'plain colours without a Pantone colour',
    remedy: 'Name the `pms` of the colour in colors.json.',
    count: (subject) =>
      tallyVisibleColors(
        subject,
        // A colour with two swatches has no single Pantone colour.
        ({ color, swatches }) => swatches === 1 && subject.shared.colors[color]?.pms === undefined,
      ),
  },
  {
    // Google: `additional_image_link`, from other angles; PromoStandards Media: class `Rear`.
    id: 'picture/back',
    importance: 'welcome',
    demand: 'Every colour has two pictures, front and back.',
    lack: 'colours with fewer than two pictures',
    remedy: 'Add the back to the `images` of the colour.',
    count: (subject) => tallyVisibleColors(subject, ({ pictures }) => pictures < 2),
  },
  {
    // PromoStandards Media, best practices: at least one picture of each colour.
    id: 'picture/colors',
    importance: 'critical',
    demand: 'Every colour has a picture.',
    lack: 'colours without a picture',
    remedy:
      'Name pictures in the `images` of the colour, or give the product a `drawing` and the colour swatches.',
    count: (subject) => tallyVisibleColors(subject, ({ pictures }) => pictures === 0),
  },
  {
    // Google: `image_link` is required; PromoStandards Media: a primary picture of each product.
    id: 'picture/product',
    importance: 'critical',
    demand: 'The product has a picture.',
    lack: 'no picture',
    remedy: 'Name a `drawing`, or pictures in the `images` of the product or of a colour.',
    count: ({ pictures }) => tallyOne(pictures > 0),
  },
];

/**
 * Returns the tally of a product's colours that have a swatch; a colour lacks data if `isMissing` returns true. Colours
 * without a swatch are not counted: buyers choose the actual colour when they order. If all colours lack a swatch,
 * returns undefined, because the check does not apply. A product without colours loses all points of the check.
 */
function tallyVisibleColors({ colors }: Subject, isMissing: (color: SubjectColor) => boolean) {
  const visible = colors.filter(({ swatches }) => swatches > 0);
  if (visible.length === 0 && colors.length > 0) return undefined;
  return tallyMany(visible, ({ color }) => color, isMissing);
}
