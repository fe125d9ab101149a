/** The locales of the catalogue, each with its market, currency and language. */

export const locales = ['en-CA', 'en-US', 'fr-CA'] as const;
export type Locale = (typeof locales)[number];

export const markets = ['CA', 'US'] as const;
export type Market = (typeof markets)[number];

export const currencies = ['CAD', 'USD'] as const;
export type Currency = (typeof currencies)[number];

export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

export interface LocaleFacts {
  readonly market: Market;
  readonly currency: Currency;
  readonly language: Language;
}

export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = {
  'en-CA': { market: 'CA', currency: 'CAD', language: 'en' },
  'en-US': { market: 'US', currency: 'USD', language: 'en' },
  'fr-CA': { market: 'CA', currency: 'CAD', language: 'fr' },
};

/** Whether a text is a supported locale; case-sensitive. */
export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text);
}
