/** Where the text of a locale is taken from. */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import type { LocalizedMember } from './localized-texts.ts';
import { textKeysOf } from './localizer.ts';

/** Of the locale itself, of its language, of another language, or from nowhere. */
export type TextOrigin = 'regional' | 'language' | 'fallback' | 'missing';

export type OriginOf = (text: LocalizedMember['text']) => TextOrigin;

/** Makes the function that says where a locale of a catalogue takes a text from. */
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
