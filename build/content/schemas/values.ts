/** The small values that members of content files hold. */
import { z } from 'zod';
import { pictureEndings } from '../../../contract/media-types.ts';

/**
 * Text of a pattern, which must have no flags: a JSON Schema cannot hold them. The build and the
 * editor (`patternErrorMessage`) tell the same message.
 */
export function textLike(pattern: RegExp, message: string): z.ZodString {
  return z.string().regex(pattern, message).meta({ patternErrorMessage: message });
}

/** An id that other files refer to: lower-case words joined by hyphens. */
export const idSchema = textLike(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'is not an id: use lower-case letters, digits and hyphens',
);

export const httpsUrlSchema = textLike(/^https:\/\/[^\s<>"]+$/, 'is not an https address');

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** What is said of a text that is no day. */
export const noDay = 'is not a date: write year-month-day, such as 2027-01-31';

/** A day of the calendar. Editors check the pattern; the build also checks the length of the month. */
export const daySchema = textLike(dayPattern, noDay).refine(
  (text) => z.iso.date().safeParse(text).success,
  noDay,
);

export const hexSchema = textLike(
  /^#[0-9A-Fa-f]{6}$/,
  'is not a hex colour: write # and six hex digits, such as #1F3A5F',
);

const noMoment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

/** What has the form of a moment may still be none, such as the 30th of February. */
const isReal = (text: string) =>
  !moment.test(text) || z.iso.datetime({ offset: true }).safeParse(text).success;

/** A day, a time and its zone. */
export const momentSchema = textLike(moment, noMoment).refine(isReal, noMoment);

const assetPath = '[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*';

/** The endings in words. */
export const pictureWords = '.svg, .png, .jpg, .jpeg, .webp, .avif';

/** A picture: a path below `content/assets/` with an ending that is served, or an absolute https URL. */
export const assetSchema = textLike(
  new RegExp(`^(https://\\S+|${assetPath}\\.(${pictureEndings}))$`),
  `is neither a picture below content/assets (${pictureWords}) nor an https URL`,
);

/** Whether content can name a file, given from `content/assets/`: no other is released. */
export function isAssetPath(path: string): boolean {
  return assetSchema.safeParse(path).success;
}

/** For `superRefine` of a list: reports each item that an earlier one equals. */
export function eachOnce(items: readonly string[], context: z.core.$RefinementCtx<unknown>): void {
  for (const [index, item] of items.entries()) {
    if (items.indexOf(item) === index) continue;
    context.addIssue({ code: 'custom', path: [index], message: 'is listed twice' });
  }
}

/** `$schema`: where an editor finds the JSON Schema of the file. The build does not look at it. */
export const editorSchemaMember = z
  .string()
  .describe('Where the editor finds what the file may hold. Keep it as the first member.')
  .exactOptional();
