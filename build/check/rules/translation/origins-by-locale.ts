import { type Locale, locales } from '../../../../contract/locales.ts';
import type { Draft } from '../../../content/draft.ts';
import { createOriginOf, type OriginOf } from '../../../content/localize/text-origin.ts';

/** Where each locale of a draft takes a text from. */
export function originsByLocale({ catalogue }: Draft): Readonly<Record<Locale, OriginOf>> {
  const entries = locales.map((locale) => [
    locale,
    createOriginOf(locale, catalogue.fallbackLanguage),
  ]);
  return Object.fromEntries(entries) as Record<Locale, OriginOf>;
}
