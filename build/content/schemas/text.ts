/**
 * Localized text as editors write it: once for each language, with regional overrides. `en-CA` falls back to
 * `en`, `fr-CA` to `fr` (design section 5).
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

/** One line or paragraph of plain text. Editors underline stray spaces; the build has a rule for them. */
export const plainTextSchema = z
  .string()
  .regex(/\S/, 'is empty; write the text or leave the field out')
  .meta({
    pattern: '^(?!\\s)[^\\u0000-\\u001f]*\\S$',
    patternErrorMessage:
      'is empty, has white space at its start or end, or a line break; remove it',
  });

/** Returns the schema of a value for each language, with regional overrides. */
function perLanguage<Value extends z.ZodType>(value: Value) {
  const members = [...languages, ...locales].map(
    (key) => [key, value.describe(descriptions[key]).exactOptional()] as const,
  );
  return z.strictObject(Object.fromEntries(members) as Record<TextKey, z.ZodExactOptional<Value>>);
}

/** Returns the schema of a text in at least one language. */
function textPerLanguage<Text extends z.ZodType>(text: Text) {
  return perLanguage(text)
    .refine((texts) => Object.keys(texts).length > 0, 'has no text in any language')
    .meta({ minProperties: 1 });
}

const localizedTextSchema = textPerLanguage(plainTextSchema);

const localizedListSchema = perLanguage(z.array(plainTextSchema));

export type LocalizedText = z.infer<typeof localizedTextSchema>;
export type LocalizedList = z.infer<typeof localizedListSchema>;

/**
 * The plural forms of a text by category (CLDR): those of English and French, except for French millions.
 */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** A text with a number for each language: one text, or one for each plural form. */
export type CountedText = Partial<Record<TextKey, string | PluralForms>>;

/** A second example: editors would insert a single one into the file. */
const defaultSnippets = [{ label: 'English and French', body: { en: '$1', fr: '$2' } }];

/** Text for each language: `{"en": "Color", "en-CA": "Colour", "fr": "Couleur"}`. */
export function localizedText(description: string, example: LocalizedText) {
  return localizedTextSchema.meta({ description, examples: [example], defaultSnippets });
}

/** Text for each language, each with its own schema. */
export function localizedTextOf(text: z.ZodString, description: string, example: LocalizedText) {
  return textPerLanguage(text).meta({ description, examples: [example], defaultSnippets });
}

/** Text with a number for each language, with optional singular and plural (decision 56). */
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

/** Returns the schema of a list of texts for each language, such as keywords. */
export function localizedList(description: string, example: LocalizedList) {
  return localizedListSchema.meta({ description, examples: [example] });
}
