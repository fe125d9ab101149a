/**
 * Selects the text of a locale: the locale's own text, otherwise its language's, otherwise that of the
 * fallback language, if the catalogue has one.
 */
import {
  type Language,
  type Locale,
  languages,
  localeFacts,
  locales,
} from '../../../contract/locales.ts';
import type { SharedContent } from '../content.ts';
import type { CountedText, LocalizedList, LocalizedText } from '../schemas/text.ts';

type TextKey = Locale | Language;

/**
 * The texts that replace missing ones: language → fallback language, as in `catalogue.json`, or `any` for the text of
 * whatever language or locale. The preview uses `any`, because drafts may lack translations.
 */
export type Fallbacks = SharedContent['catalogue']['fallbackLanguage'] | 'any';

/**
 * Selects texts for one locale: the text of the locale itself or, if it has none, of its language or fallback language.
 */
export interface Localizer {
  readonly locale: Locale;
  /** Returns the text of the locale, its language or its fallback language, otherwise throws `MissingTextError`. */
  text(text: LocalizedText): string;
  /**
   * Selects a text as `text` does, and returns its plural form for `quantity` by the rules of the text's own language.
   * Replaces `{quantity}` by digits without separators: `{quantity} pieces` and 1200 → `1200 pieces`.
   */
  count(text: CountedText, quantity: number): string;
  /**
   * Selects a text as `text` does, and returns its plural forms, `one` before `other`. If the text has no plural
   * forms, returns a list with only the text.
   */
  forms(text: CountedText): readonly string[];
  /** Returns the list of the locale, its language or its fallback language; an empty list if all three are missing. */
  list(list: LocalizedList | undefined): readonly string[];
}

/**
 * Returns the keys under which a locale finds its text, the preferred one first: `fr-CA`, `fr`; with English as fallback
 * also `en-CA`, `en`; with `any`, then all others.
 */
export function textKeysOf(locale: Locale, fallbacks: Fallbacks): readonly TextKey[] {
  const { language, market } = localeFacts[locale];
  if (fallbacks === 'any') {
    const near = languages.flatMap((other) => textKeysOf(locale, { [language]: other }));
    return [...new Set([...near, ...locales])];
  }
  const fallback = fallbacks?.[language];
  if (fallback === undefined) return [locale, language];
  const regional = locales.filter(
    (other) => localeFacts[other].language === fallback && localeFacts[other].market === market,
  );
  return [locale, language, ...regional, fallback];
}

/**
 * Thrown if a locale, its language and its fallback language all lack a text. A build then writes no files of the product,
 * and the rule `translation/missing` reports the text.
 */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
}

/**
 * Returns the text in a language. If it is missing, returns a regional text of the language (`en-CA` for `en`),
 * otherwise a text in another language, otherwise an empty string. For documents without a locale, such as the OpenAPI
 * document.
 */
export function textIn(language: Language, text: LocalizedText): string {
  const regional = locales.find((locale) => locale.startsWith(language) && locale in text);
  return text[language] ?? (regional && text[regional]) ?? Object.values(text)[0] ?? '';
}

/**
 * Returns the localizer of a locale, which selects texts in the order of `textKeysOf`. A fallback of the fallback is not
 * used. If no text exists, `text`, `count` and `forms` throw `MissingTextError`, and `list` returns an empty list.
 */
export function createLocalizer(locale: Locale, fallbacks: Fallbacks): Localizer {
  const keys = textKeysOf(locale, fallbacks);
  // In a loop: this runs for every text of the catalogue.
  const keyIn = (values: Partial<Record<TextKey, unknown>>): TextKey | undefined => {
    for (const key of keys) if (values[key] !== undefined) return key;
    return undefined;
  };
  const find = <Value>(
    values: Partial<Record<TextKey, Value>>,
    key: TextKey | undefined = keyIn(values),
  ): Value => {
    const value = key && values[key];
    if (value !== undefined) return value;
    throw new MissingTextError(`no ${locale} text in ${JSON.stringify(values)}`);
  };
  return {
    locale,
    text: (text) => find(text),
    count(text, quantity) {
      const key = keyIn(text);
      const found = find(text, key);
      const form = typeof found === 'string' ? found : found[pluralOf(key as TextKey, quantity)];
      return fillIn(form, { quantity });
    },
    forms(text) {
      const found = find(text);
      return typeof found === 'string' ? [found] : [found.one, found.other];
    },
    list(list) {
      const key = list && keyIn(list);
      return key === undefined ? [] : (list?.[key] ?? []);
    },
  };
}

/**
 * Replaces placeholders in a text by values: `{quantity} pieces` and `{ quantity: 12 }` → `12 pieces`. Unknown
 * placeholders stay unchanged.
 */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/**
 * Plural rules by language or locale. Cached, because creating them takes a hundred times as long as using
 * them.
 */
const pluralRules = new Map<TextKey, Intl.PluralRules>();

function pluralOf(key: TextKey, quantity: number): 'one' | 'other' {
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(key);
  pluralRules.set(key, rules);
  return rules.select(quantity) === 'one' ? 'one' : 'other';
}
