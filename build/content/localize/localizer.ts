/**
 * Localize: text in every language in, the text of one locale out. The locale's own text comes
 * first, then its language's, then those of the fallback language where the catalogue names one.
 */
import { type Language, type Locale, localeFacts, locales } from '../../../contract/locales.ts';
import type { SharedContent } from '../content.ts';
import type { LocalizedList, LocalizedText } from '../schemas/text.ts';

type TextKey = Locale | Language;
type Fallbacks = SharedContent['catalogue']['fallbackLanguage'];

export interface Localizer {
  readonly locale: Locale;
  /** The text of the locale; throws when there is none, which `translation/missing` rules out. */
  text(text: LocalizedText): string;
  /** The list of the locale, empty when there is none. */
  list(list: LocalizedList | undefined): readonly string[];
}

/** The keys a locale's text is looked up under, first match wins. */
export function textKeysOf(locale: Locale, fallbacks: Fallbacks): readonly TextKey[] {
  const { language, market } = localeFacts[locale];
  const fallback = fallbacks?.[language];
  if (fallback === undefined) return [locale, language];
  const regional = locales.filter(
    (other) => localeFacts[other].language === fallback && localeFacts[other].market === market,
  );
  return [locale, language, ...regional, fallback];
}

/** Makes the localizer of one locale of a catalogue. */
export function createLocalizer(locale: Locale, fallbacks: Fallbacks): Localizer {
  const keys = textKeysOf(locale, fallbacks);
  const find = <Value>(values: Partial<Record<TextKey, Value>>): Value | undefined => {
    const key = keys.find((candidate) => values[candidate] !== undefined);
    return key === undefined ? undefined : values[key];
  };
  return {
    locale,
    text(text) {
      const found = find(text);
      if (found === undefined) throw new Error(`no ${locale} text in ${JSON.stringify(text)}`);
      return found;
    },
    list: (list) => (list === undefined ? [] : (find(list) ?? [])),
  };
}

/** Fills `{name}` placeholders of a text; an unknown one stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
