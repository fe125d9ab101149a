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
type Texts = Partial<Record<TextKey, unknown>>;

/**
 * Language → fallback language, as in `catalogue.json`, or `any` for the text of whatever language or locale, which the
 * preview uses, because drafts may lack translations.
 */
export type Fallbacks = SharedContent['catalogue']['fallbackLanguage'] | 'any';

/**
 * The origin of a text that a locale shows: written for the locale itself (`en-CA`), for its language (`en`), for the
 * fallback language (`fr`), or for none of them.
 */
export type TextOrigin = 'regional' | 'language' | 'fallback' | 'missing';

/** Selects texts for one locale. `text` and `count` throw `MissingDataError` if no text can be shown. */
export interface Localizer {
  readonly locale: Locale;
  text(text: LocalizedText): string;
  /** Returns the plural form for `quantity` in the language of the text, with `{quantity}` replaced: `1200 pieces`. */
  count(text: CountedText, quantity: number): string;
  /** Returns an empty list if no list can be shown. */
  list(list: LocalizedList | undefined): readonly string[];
  originOf(text: CountedText | LocalizedList): TextOrigin;
}

/** Thrown if a text that a locale shows, or an entry, is missing. A rule reports it; a build omits the product’s files. */
export class MissingDataError extends Error {
  override readonly name = 'MissingDataError';
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

/** Returns the localizer of a locale. A fallback of the fallback is not used. */
export function createLocalizer(locale: Locale, fallbacks: Fallbacks): Localizer {
  const keys = textKeysOf(locale, fallbacks);
  const { language } = localeFacts[locale];
  // In a loop: this runs for every text of the catalogue.
  const keyIn = (texts: Texts): TextKey | undefined => {
    for (const key of keys) if (texts[key] !== undefined) return key;
    return undefined;
  };
  const existingKeyIn = (texts: Texts): TextKey => {
    const key = keyIn(texts);
    if (key !== undefined) return key;
    throw new MissingDataError(`no ${locale} text in ${JSON.stringify(texts)}`);
  };
  return {
    locale,
    text: (text) => text[existingKeyIn(text)] ?? '',
    count(text, quantity) {
      const key = existingKeyIn(text);
      const found = text[key] ?? '';
      const form = typeof found === 'string' ? found : found[pluralOf(key, quantity)];
      return fillIn(form, { quantity });
    },
    list(list = {}) {
      const key = keyIn(list);
      return (key && list[key]) ?? [];
    },
    originOf(text) {
      const key = keyIn(text);
      if (key === undefined) return 'missing';
      if (key === locale) return 'regional';
      return key === language ? 'language' : 'fallback';
    },
  };
}

// Creating plural rules takes a hundred times as long as using them.
const pluralRules = new Map<TextKey, Intl.PluralRules>();

function pluralOf(key: TextKey, quantity: number): 'one' | 'other' {
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(key);
  pluralRules.set(key, rules);
  return rules.select(quantity) === 'one' ? 'one' : 'other';
}

/**
 * Returns the text in a language for documents without a locale: its general text, otherwise a regional one, otherwise a
 * text in another language.
 */
export function textIn(language: Language, text: LocalizedText): string {
  const regional = locales.find((locale) => locale.startsWith(language) && locale in text);
  return text[language] ?? (regional && text[regional]) ?? Object.values(text)[0] ?? '';
}

/** Replaces placeholders, such as `{quantity}` by `values.quantity`. Placeholders without a value stay unchanged. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
