/** Determines the language that a locale's text comes from. */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import type { LocalizedMember } from './localized-texts.ts';
import { textKeysOf } from './localizer.ts';

/** The locale itself, its language, another language, or none. */
export type TextOrigin = 'regional' | 'language' | 'fallback' | 'missing';

export type OriginOf = (text: LocalizedMember['text']) => TextOrigin;

/** Creates a function that returns the origin of a text in a locale. */
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
