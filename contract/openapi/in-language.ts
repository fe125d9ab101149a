/** Reduces texts in both languages to one language. */
import type { Language } from '../locales.ts';
import { type FrenchMeta, type Text, typeset } from '../schemas/described.ts';

/**
 * Returns a copy of a part of the OpenAPI document in one language: each `Text` becomes its text, and the member
 * `french` of schemas (`described`) replaces description and examples, or disappears.
 */
export function inLanguage<Value>(value: Value, language: Language): Value {
  return convert(value, language) as Value;
}

function convert(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((each) => convert(each, language));
  if (typeof value !== 'object' || value === null) return value;
  if (isText(value)) return typeset(value[language], language);
  const { french, ...members } = value as { readonly french?: FrenchMeta };
  const translated = language === 'fr' ? { ...members, ...french } : members;
  return Object.fromEntries(
    Object.entries(translated).map(([name, member]) => [name, convert(member, language)]),
  );
}

function isText(value: object): value is Text {
  return 'en' in value && 'fr' in value && typeof value.en === 'string';
}
