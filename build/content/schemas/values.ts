/** Schemas of small values that several content files contain. */
import { z } from 'zod';
import { pictureEndings } from '../../../contract/media-types.ts';

/**
 * Returns the schema of a text that matches a pattern. The pattern must have no flags, because JSON Schema does not
 * support them. Build and editors show the same `message` for a text that does not match.
 */
export function textLike(pattern: RegExp, message: string): z.ZodString {
  return z.string().regex(pattern, message).meta({ patternErrorMessage: message });
}

/**
 * Returns the schema of a text that matches a pattern (else `message` is shown, also by editors) and for which `isValid`
 * returns true (else `reason` is shown). `isValid` is called only if the pattern matches.
 */
export function textThat(
  pattern: RegExp,
  isValid: (text: string) => boolean,
  message: string,
  reason = message,
): z.ZodString {
  return textLike(pattern, message).refine((text) => !pattern.test(text) || isValid(text), reason);
}

/** Validates an id that other files refer to: words of lower-case letters and digits, joined by hyphens. */
export const idSchema = textLike(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'is not an id: use lower-case letters, digits and hyphens',
);

/** Returns the schema of an object whose keys are ids and whose values satisfy the schema `entry`. */
export function tableOf<Entry extends z.ZodType>(entry: Entry) {
  return z.record(idSchema, entry);
}

/**
 * Validates an absolute https URL: it begins with `https://` and contains no white space, double quotes, `<` or `>`.
 * Does not check the rest of the syntax.
 */
export const httpsUrlSchema = textLike(/^https:\/\/[^\s<>"]+$/, 'is not an https address');

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** The message about a text that is not a day. */
export const notADay = 'is not a date: write year-month-day, such as 2027-01-31';

/**
 * Validates a calendar day. Editors check only the pattern; the build also checks the length of the month.
 */
export const daySchema = textThat(
  dayPattern,
  (text) => z.iso.date().safeParse(text).success,
  notADay,
  'is a day that does not exist',
);

/** Validates a hex colour such as `#1F3A5F`. */
export const hexSchema = textLike(
  /^#[0-9A-Fa-f]{6}$/,
  'is not a hex colour: write # and six hex digits, such as #1F3A5F',
);

const notAMoment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Validates a date and time with a UTC offset or `Z` (ISO 8601), such as `2027-01-31T06:00:00-05:00`. Seconds may be
 * missing; fractions of a second are refused. Refuses days that do not exist, such as 30 February, but editing programs
 * check only the pattern.
 */
export const momentSchema = textThat(
  moment,
  (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
  notAMoment,
  'is a moment that does not exist',
);

const assetPath = '[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*';

/** The file name extensions of pictures, for messages. */
export const pictureWords = '.svg, .png, .jpg, .jpeg, .webp, .avif';

/**
 * Validates a reference to a picture: a path relative to `content/assets/` with a supported extension, or an absolute
 * https URL.
 */
export const assetSchema = textLike(
  new RegExp(`^(https://\\S+|${assetPath}\\.(${pictureEndings}))$`),
  `is neither a picture below content/assets (${pictureWords}) nor an https URL`,
);

/**
 * Returns true if a path, relative to `content/assets/`, is one that products can refer to: it has the extension of a
 * picture, and only allowed characters (`assetSchema`). Files with other paths are not released. Does not check that
 * the file exists.
 */
export function isAssetPath(path: string): boolean {
  return assetSchema.safeParse(path).success;
}

/** Adds an issue at the index of each list item that equals an earlier item. For use with `superRefine`. */
export function refuseDuplicates(
  items: readonly string[],
  context: z.core.$RefinementCtx<unknown>,
): void {
  for (const [index, item] of items.entries()) {
    if (items.indexOf(item) === index) continue;
    context.addIssue({ code: 'custom', path: [index], message: 'is listed twice' });
  }
}

/**
 * Validates the member `$schema`, by which an editor finds the JSON Schema of the file. The build ignores it.
 */
export const editorSchemaMember = z
  .string()
  .describe('The JSON Schema of this file, for the editor. Keep it as the first member.')
  .exactOptional();
