/** Schemas of small values that several content files contain, and helpers that compose schemas of files. */
import { z } from 'zod';
import { pictureEndings } from '../../../contract/media-types.ts';

/**
 * Returns the schema of a text that matches a pattern, without flags, because JSON Schema does not support them. Build
 * and editors show `message` for other texts. If `isValid` returns false for a matching text, only the build shows
 * `reason`.
 */
export function textLike(
  pattern: RegExp,
  message: string,
  isValid?: (text: string) => boolean,
  reason = message,
): z.ZodString {
  const schema = z.string().regex(pattern, message).meta({ patternErrorMessage: message });
  return isValid ? schema.refine((text) => !pattern.test(text) || isValid(text), reason) : schema;
}

/** The order of these keywords in JSON Schemas, where those that remain undefined are left out. */
const keywordOrder = { description: undefined, examples: undefined };

/** Returns the schema with an example, which editors offer. Call it before `describe`. */
export function withExample<Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
): Schema {
  return schema.meta({ ...keywordOrder, examples: [example] });
}

/** Returns the members of an object schema as members that may be missing, but not be undefined. */
export function optional<Members extends z.ZodRawShape>(members: Members) {
  const entries = Object.entries(members).map(([name, member]) => [name, z.exactOptional(member)]);
  return Object.fromEntries(entries) as {
    [Name in keyof Members]: z.ZodExactOptional<Members[Name]>;
  };
}

/** Returns the schema of a list without duplicates; a finding is at the index of each repeated item. */
export function uniqueList<Item extends z.ZodType<string>>(item: Item) {
  return z
    .array(item)
    .superRefine((items, context) => {
      for (const [index, each] of items.entries()) {
        if (items.indexOf(each) === index) continue;
        context.addIssue({ code: 'custom', path: [index], message: 'is listed twice' });
      }
    })
    .meta({ ...keywordOrder, uniqueItems: true });
}

/** Returns the schema of a JSON file with the given members, and with the name of its JSON Schema, for editors. */
export function fileOf<Members extends z.ZodRawShape>(
  title: string,
  description: string,
  members: Members,
) {
  const $schema = z
    .string()
    .describe('The JSON Schema of this file, for the editor. Keep it as the first member.');
  return z.strictObject({ ...optional({ $schema }), ...members }).meta({ title, description });
}

/** Validates an id that other files refer to: words of lower-case letters and digits, joined by hyphens. */
export const idSchema = textLike(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'is not an id: use lower-case letters, digits and hyphens',
);

/** Returns the schema of an object that maps ids to entries. */
export function tableOf<Entry extends z.ZodType>(entry: Entry, description: string) {
  return z.record(idSchema, entry).describe(description);
}

/** Validates an absolute https URL, but only its beginning and its characters. */
export const httpsUrlSchema = textLike(/^https:\/\/[^\s<>"]+$/, 'is not an https address');

/** The message about a text that is not a day. */
export const notADay = 'is not a date: write year-month-day, such as 2027-01-31';

/** Validates a calendar day, including, in the build, the length of the month. */
export const daySchema = textLike(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  notADay,
  (text) => z.iso.date().safeParse(text).success,
  'is a day that does not exist',
);

/** Validates a hex colour such as `#1F3A5F`. */
export const hexSchema = textLike(
  /^#[0-9A-Fa-f]{6}$/,
  'is not a hex colour: write # and six hex digits, such as #1F3A5F',
);

/**
 * Validates a date and time with a UTC offset or `Z` (ISO 8601), such as `2027-01-31T06:00:00-05:00`, without fractions
 * of a second.
 */
export const momentSchema = textLike(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/,
  'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00',
  (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
  'is a moment that does not exist',
);

const assetPath = '[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*';

/** The file name extensions of pictures, for messages. */
export const pictureWords = '.svg, .png, .jpg, .jpeg, .webp, .avif';

/** Validates a reference to a picture: a path relative to `content/assets/`, or an absolute https URL. */
export const assetSchema = textLike(
  new RegExp(`^(https://\\S+|${assetPath}\\.(${pictureEndings}))$`),
  `is neither a picture below content/assets (${pictureWords}) nor an https URL`,
);

/** Returns true if products can refer to a path in `content/assets/`. Other files there are not released. */
export function isAssetPath(path: string): boolean {
  return assetSchema.safeParse(path).success;
}
