/**
 * Determines whether a locale takes a text from itself (`en-CA`), its language (`en`) or the fallback language (`fr`).
 */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import type { LocalizedMember } from './localized-texts.ts';
import { type Fallbacks, textKeysOf } from './localizer.ts';

/**
 * The origin of a text that a locale shows: written for the locale itself (`regional`), for its language, or for the
 * fallback language, or not written for any of them (`missing`).
 */
export type TextOrigin = 'regional' | 'language' | 'fallback' | 'missing';

/** A function that returns the origin of a text in one locale; `createOriginOf` creates it. */
export type OriginOf = (text: LocalizedMember['text']) => TextOrigin;

/**
 * Returns a function that determines the origin of a text in `locale`. `fallbacks` maps a language to its fallback
 * language; with `any`, the text of each other language or locale is a `fallback`.
 */
export function createOriginOf(locale: Locale, fallbacks: Fallbacks): OriginOf {
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
