/** Schemas of small values in content files. */
import { z } from 'zod';
import { pictureEndings } from '../../../contract/media-types.ts';

/**
 * Text that matches a pattern without flags, because a JSON Schema cannot contain flags. The build and the
 * editor (`patternErrorMessage`) show the same message.
 */
export function textLike(pattern: RegExp, message: string): z.ZodString {
  return z.string().regex(pattern, message).meta({ patternErrorMessage: message });
}

/** An id that other files refer to: lower-case words joined by hyphens. */
export const idSchema = textLike(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'is not an id: use lower-case letters, digits and hyphens',
);

/** Returns the schema of an object with one entry for each id. */
export function tableOf<Entry extends z.ZodType>(entry: Entry) {
  return z.record(idSchema, entry);
}

export const httpsUrlSchema = textLike(/^https:\/\/[^\s<>"]+$/, 'is not an https address');

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** The message for a text that is not a day. */
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

/** Text in the format of a moment may still be invalid, such as the 30th of February. */
const isReal = (text: string) =>
  !moment.test(text) || z.iso.datetime({ offset: true }).safeParse(text).success;

/** A date and time with its zone. */
export const momentSchema = textLike(moment, noMoment).refine(isReal, noMoment);

const assetPath = '[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*';

/** The file name extensions, for messages. */
export const pictureWords = '.svg, .png, .jpg, .jpeg, .webp, .avif';

/** A picture: a path within `content/assets/` with a supported extension, or an absolute https URL. */
export const assetSchema = textLike(
  new RegExp(`^(https://\\S+|${assetPath}\\.(${pictureEndings}))$`),
  `is neither a picture below content/assets (${pictureWords}) nor an https URL`,
);

/**
 * Returns true if content can refer to a file, given by its path within `content/assets/`; other files are
 * not released.
 */
export function isAssetPath(path: string): boolean {
  return assetSchema.safeParse(path).success;
}

/** For `superRefine` of a list: reports each item that equals an earlier one. */
export function eachOnce(items: readonly string[], context: z.core.$RefinementCtx<unknown>): void {
  for (const [index, item] of items.entries()) {
    if (items.indexOf(item) === index) continue;
    context.addIssue({ code: 'custom', path: [index], message: 'is listed twice' });
  }
}

/** `$schema`: the path of the JSON Schema of the file, for editors. The build ignores it. */
export const editorSchemaMember = z
  .string()
  .describe('The JSON Schema of this file, for the editor. Keep it as the first member.')
  .exactOptional();
