/**
 * Schemas of localized text as editors write it: one text per language, with regional overrides. `en-CA`
 * falls back to `en`, `fr-CA` to `fr` (design section 5).
 */
import { z } from 'zod';
import { type Language, type Locale, languages, locales } from '../../../contract/locales.ts';

type TextKey = Language | Locale;

const descriptions: Readonly<Record<TextKey, string>> = {
  en: 'The English text, for Canada and the United States.',
  fr: 'The French text.',
  'en-CA': 'The English text for Canada, if it differs from "en".',
  'en-US': 'The English text for the United States, if it differs from "en".',
  'fr-CA': 'The French text for Canada, if it differs from "fr".',
};

/**
 * Validates a line or paragraph of plain text: it must not be blank. In text editors, the JSON Schema `pattern`
 * also refuses line breaks, and spaces before and after the text; in a build, separate rules report these.
 */
export const plainTextSchema = z
  .string()
  .regex(/\S/, 'is empty; write the text or leave the field out')
  .meta({
    pattern: '^(?!\\s)[^\\u0000-\\u001f]*\\S$',
    patternErrorMessage:
      'is empty, has white space at its start or end, or a line break; remove it',
  });

/**
 * Returns the schema of an object with one optional member for each language and locale, such as `en` and `en-CA`.
 * `value` is the schema of each member.
 */
function perLanguage<Value extends z.ZodType>(value: Value) {
  const members = [...languages, ...locales].map(
    (key) => [key, value.describe(descriptions[key]).exactOptional()] as const,
  );
  return z.strictObject(Object.fromEntries(members) as Record<TextKey, z.ZodExactOptional<Value>>);
}

/**
 * Returns the schema of a text in at least one language, such as `{"en": "Colour"}`; `text` is the schema of each text.
 */
function textPerLanguage<Text extends z.ZodType>(text: Text) {
  return perLanguage(text)
    .refine((texts) => Object.keys(texts).length > 0, 'has no text in any language')
    .meta({ minProperties: 1 });
}

const localizedTextSchema = textPerLanguage(plainTextSchema);

const localizedListSchema = perLanguage(z.array(plainTextSchema));

/** A text in several languages: language or locale → text. */
export type LocalizedText = z.infer<typeof localizedTextSchema>;
/** Lists of texts in several languages: language or locale → list. */
export type LocalizedList = z.infer<typeof localizedListSchema>;

/**
 * The plural forms of a text, by CLDR category. English and French need only these two: the third one of
 * French, `many` for whole millions, is shown as `other`.
 */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/**
 * A text with a number in several languages: language or locale → one text, or one for each plural form, such as
 * `{"en": {"one": "{quantity} piece", "other": "{quantity} pieces"}}`.
 */
export type CountedText = Partial<Record<TextKey, string | PluralForms>>;

/**
 * A snippet for a new localized text, which text editors offer beside the example of the schema. Without it, the
 * example would be the only proposal, and would be inserted without a choice.
 */
const defaultSnippets = [{ label: 'English and French', body: { en: '$1', fr: '$2' } }];

/**
 * Returns the schema of a localized text, such as `{"en": "Color", "en-CA": "Colour", "fr": "Couleur"}`. At
 * least one language is required.
 */
export function localizedText(description: string, example: LocalizedText) {
  return localizedTextSchema.meta({ description, examples: [example], defaultSnippets });
}

/** Returns the schema of a localized text whose text in each language must satisfy the schema `text`. */
export function localizedTextOf(text: z.ZodString, description: string, example: LocalizedText) {
  return textPerLanguage(text).meta({ description, examples: [example], defaultSnippets });
}

/**
 * Returns the schema of a localized text with a number, which may have plural forms. Each form
 * must satisfy the schema `text`.
 */
export function countedTextOf(text: z.ZodString, description: string, example: CountedText) {
  const forms = z
    .strictObject({
      one: text.describe('The singular: in English for 1, in French for 0 and 1.'),
      other: text.describe('The plural: for every other number.'),
    })
    .meta({
      defaultSnippets: [{ label: 'Singular and plural', body: { one: '$1', other: '$2' } }],
    });
  return textPerLanguage(z.union([text, forms])).meta({
    description,
    examples: [example],
    defaultSnippets,
  });
}

/**
 * Returns the schema of a list of texts in each language, such as `{"en": ["cotton tee", "crew neck"]}`. No
 * language is required.
 */
export function localizedList(description: string, example: LocalizedList) {
  return localizedListSchema.meta({ description, examples: [example] });
}
