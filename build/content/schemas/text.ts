/**
 * Schemas of localized text as editors write it: one text per language, with regional overrides (design section 5).
 * Templates are texts and URLs with placeholders in braces.
 */
import { z } from 'zod';
import { type Language, type Locale, languages, locales } from '../../../contract/locales.ts';
import { httpsUrlSchema, optional } from './values.ts';

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

function perLanguage<Value extends z.ZodType>(value: Value) {
  const members = [...languages, ...locales].map((key) => [key, value.describe(descriptions[key])]);
  return z.strictObject(optional(Object.fromEntries(members) as Record<TextKey, Value>));
}

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

/** The plural forms of a text. English and French need only these two: `many` of French is shown as `other`. */
export type PluralForms = Readonly<Record<'one' | 'other', string>>;

/** A text with a number in several languages: language or locale → one text, or one for each plural form. */
export type CountedText = Partial<Record<TextKey, string | PluralForms>>;

/** A snippet for a new text. Editors would insert the example of the schema without a choice if it were alone. */
const defaultSnippets = [{ label: 'English and French', body: { en: '$1', fr: '$2' } }];

/** Returns the schema of a text in at least one language; `text` validates it in each. */
export function localizedText(
  description: string,
  example: LocalizedText,
  text: z.ZodString = plainTextSchema,
) {
  const schema = text === plainTextSchema ? localizedTextSchema : textPerLanguage(text);
  return schema.meta({ description, examples: [example], defaultSnippets });
}

/** Returns the schema of a list of texts in each language. No language is required. */
export function localizedList(description: string, example: LocalizedList) {
  return localizedListSchema.meta({ description, examples: [example] });
}

/** The kinds of templates; `pattern` and `message` are for editors, `pattern` with that of a placeholder inside. */
const templateKinds = {
  text: {
    schema: plainTextSchema,
    pattern: (placeholder: string) => `^(?=\\S(.*\\S)?$)([^\\u0000-\\u001f{}]|${placeholder})+$`,
    message: 'is empty, has white space at its start or end, or a line break',
  },
  url: {
    schema: httpsUrlSchema,
    pattern: (placeholder: string) => `^https://([^\\s<>"{}]|${placeholder})+$`,
    message: 'is not an absolute https URL',
  },
};

/**
 * Returns the schema of a localized text or https URL with placeholders such as `{product}`; `words` are the allowed
 * ones.
 */
export function localizedTemplate(
  kind: keyof typeof templateKinds,
  description: string,
  words: readonly string[],
  example: LocalizedText,
) {
  return localizedText(describeTemplate(description, words), example, templateOf(kind, words));
}

/** Returns the schema of a localized text in which `{quantity}` is allowed, and which may have plural forms. */
export function countedTemplate(description: string, example: CountedText) {
  const words = ['quantity'];
  const text = templateOf('text', words);
  const forms = z
    .strictObject({
      one: text.describe('The singular: in English for 1, in French for 0 and 1.'),
      other: text.describe('The plural: for every other number.'),
    })
    .meta({
      defaultSnippets: [{ label: 'Singular and plural', body: { one: '$1', other: '$2' } }],
    });
  return textPerLanguage(z.union([text, forms])).meta({
    description: `${describeTemplate(description, words)} If a word depends on the number, write both forms: \`{"one": …, "other": …}\`; in French, "one" is for 0 and 1.`,
    examples: [example],
    defaultSnippets,
  });
}

function describeTemplate(description: string, words: readonly string[]): string {
  const names = words.map((word) => `\`{${word}}\``);
  // Not by `Intl.ListFormat`: to load its data delays the start of every command.
  const listed = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
  return `${description} ${listed} ${words.length === 1 ? 'is' : 'are'} replaced.`;
}

/**
 * A placeholder that a template does not allow. The schema of the template reports a Zod issue with this object as
 * `params`, from which the rule `shape/wrong-value` makes its message.
 */
export interface UnknownPlaceholder {
  /** The placeholder as written, such as `{slog}`, or a single brace without its partner. */
  readonly written: string;
  /** The placeholders that the template allows, such as `{slug}`. */
  readonly allowed: readonly string[];
}

function templateOf(kind: keyof typeof templateKinds, words: readonly string[]): z.ZodString {
  const { schema, pattern, message } = templateKinds[kind];
  const allowed = words.map((word) => `{${word}}`);
  return schema
    .superRefine((value, context) => {
      for (const [written] of value.matchAll(/\{[^{}]*\}|[{}]/g)) {
        if (allowed.includes(written)) continue;
        const params = { written, allowed } satisfies UnknownPlaceholder;
        context.addIssue({ code: 'custom', message: 'has an unknown word in braces', params });
      }
    })
    .meta({
      pattern: pattern(`\\{(${words.join('|')})\\}`),
      patternErrorMessage: `${message}, or has braces other than ${allowed.join(', ')}`,
    });
}
