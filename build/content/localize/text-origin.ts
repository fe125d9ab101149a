/** Determines from which language or locale a locale takes a text. */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import type { LocalizedMember } from './localized-texts.ts';
import { textKeysOf } from './localizer.ts';

/**
 * The source from which a locale takes a text: the locale's own text (`regional`), the text of its language,
 * the text of the fallback language, or none (`missing`).
 */
export type TextOrigin = 'regional' | 'language' | 'fallback' | 'missing';

/** Returns the source from which one locale takes a text. */
export type OriginOf = (text: LocalizedMember['text']) => TextOrigin;

/**
 * Returns a function that determines the source from which `locale` takes a text. `fallbacks` maps a language to its
 * fallback language.
 */
export function createOriginOf(
  locale: Locale,
  fallbacks: Parameters<typeof textKeysOf>[1],
): OriginOf {
  const keys = textKeysOf(locale, fallbacks);
  const { language } = localeFacts[locale];
  const origins: Partial<Record<Locale | Language, TextOrigin>> = {
    [locale]: 'regional',
    [language]: 'language',
  };
  return (text) => {
    const key = keys.find((candidate) => text[candidate] !== undefined);
    return key === undefined ? 'missing' : (origins[key] ?? 'fallback');
  };
}
