/**
 * Localize: text in every language in, the text of one locale out. The locale's own text comes
 * first, then its language's, then those of the fallback language where the catalogue names one.
 */
import { type Language, type Locale, localeFacts, locales } from '../../../contract/locales.ts';
import type { SharedContent } from '../content.ts';
import type { CountedText, LocalizedList, LocalizedText } from '../schemas/text.ts';

type TextKey = Locale | Language;
type Fallbacks = SharedContent['catalogue']['fallbackLanguage'];

export interface Localizer {
  readonly locale: Locale;
  /** Returns the text of the locale. Throws if it is missing, which the rule `translation/missing` reports. */
  text(text: LocalizedText): string;
  /**
   * Returns the text of the locale for a number, with `{quantity}` filled in. Its plural form follows the
   * rules of the language that the text is written in. Throws if the text is missing.
   */
  count(text: CountedText, quantity: number): string;
  /** The text of the locale in each plural form: one form if the text has no others. */
  forms(text: CountedText): readonly string[];
  /** Returns the list of the locale; empty if it is missing. */
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

/** Thrown for a text that a locale lacks; `translation/missing` reports it. */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
}

/** Makes the localizer of one locale of a catalogue. Its functions throw `MissingTextError`. */
export function createLocalizer(locale: Locale, fallbacks: Fallbacks): Localizer {
  const keys = textKeysOf(locale, fallbacks);
  const keyIn = (values: Partial<Record<TextKey, unknown>>) =>
    keys.find((candidate) => values[candidate] !== undefined);
  const find = <Value>(values: Partial<Record<TextKey, Value>>): [TextKey, Value] => {
    const key = keyIn(values);
    const value = key && values[key];
    if (value === undefined) {
      throw new MissingTextError(`no ${locale} text in ${JSON.stringify(values)}`);
    }
    return [key as TextKey, value];
  };
  return {
    locale,
    text: (text) => find(text)[1],
    count(text, quantity) {
      const [key, found] = find(text);
      const form = typeof found === 'string' ? found : found[pluralOf(key, quantity)];
      return fillIn(form, { quantity });
    },
    forms(text) {
      const [, found] = find(text);
      return typeof found === 'string' ? [found] : [found.one, found.other];
    },
    list(list) {
      const key = list && keyIn(list);
      return key === undefined ? [] : (list?.[key] ?? []);
    },
  };
}

/** Fills `{name}` placeholders of a text; an unknown one stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Rules by language or locale; creating them takes a hundred times as long as asking them. */
const pluralRules = new Map<TextKey, Intl.PluralRules>();

function pluralOf(key: TextKey, quantity: number): 'one' | 'other' {
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(key);
  pluralRules.set(key, rules);
  return rules.select(quantity) === 'one' ? 'one' : 'other';
}
