/** Describes schemas in both languages, for OpenAPI and the reference. */
import { z } from 'zod';
import type { Language } from '../locales.ts';

/** A text of the documentation in each language. */
export type Text = Readonly<Record<Language, string>>;

/** What the documentation says of a value: its meaning, and an example. */
interface Description extends Text {
  /** Name of the schema in OpenAPI; without one, the schema is written where it is used. */
  readonly id?: string;
  /** An example value. The examples of members make up the examples of answers. */
  readonly example?: unknown;
  /** The example in French, if the value is localized. */
  readonly frenchExample?: unknown;
}

/** Metadata of a described schema in French; `description` and `examples` of Zod's metadata are in English. */
export interface FrenchMeta {
  readonly description: string;
  readonly examples?: readonly unknown[];
}

/** Returns a copy of a schema with a description and an example in both languages. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  { id, en, fr, example, frenchExample = example }: Description,
): Schema {
  const examplesOf = (value: unknown) => (value === undefined ? {} : { examples: [value] });
  const french: FrenchMeta = { description: typeset(fr, 'fr'), ...examplesOf(frenchExample) };
  return schema.meta({ ...(id && { id }), description: en, ...examplesOf(example), french });
}

/** Returns the schema of a name in the language of the locale, with an example in each language. */
export function localizedName(english: string, french: string) {
  const texts = { en: 'Name, localized.', fr: 'Nom, localisé.' };
  return described(z.string(), { ...texts, example: english, frenchExample: french });
}

/** Returns the schema of the id of a shared entry of the content, such as a category. */
export function identifier(example: string) {
  const texts = {
    en: 'Identifier, the same in every language.',
    fr: 'Identifiant, le même dans toutes les langues.',
  };
  return described(z.string(), { ...texts, example });
}

/** Returns the schema of the ids of entries whose names another member lists. */
export function identifiers(example: readonly string[]) {
  const texts = {
    en: 'Identifiers of the same entries, in the same order.',
    fr: 'Identifiants des mêmes éléments, dans le même ordre.',
  };
  return described(z.array(z.string()), { ...texts, example });
}

/** Returns the schema of a text that has one of `values`, or a value that a later version adds. */
export function openEnum<Value extends string>(values: readonly [Value, ...Value[]]) {
  return z.union([z.enum(values), z.string()]);
}

/** Returns a text as the documentation shows it: in French with a no-break space before a colon. */
export function typeset(text: string, language: Language): string {
  return language === 'fr' ? text.replaceAll(' :', '\u00A0:') : text;
}
