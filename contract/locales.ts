/** The locales of the catalogue, and the market, currency and language of each. */

/** The supported locales (BCP 47). */
export const locales = ['en-CA', 'en-US', 'fr-CA'] as const;
/** A supported locale. */
export type Locale = (typeof locales)[number];

/** The countries in which products are sold (ISO 3166-1 alpha-2). */
export const markets = ['CA', 'US'] as const;
/** A country in which products are sold. */
export type Market = (typeof markets)[number];

/** The currencies of prices (ISO 4217). */
export const currencies = ['CAD', 'USD'] as const;
/** A currency of prices. */
export type Currency = (typeof currencies)[number];

/** The languages of texts (ISO 639-1). */
export const languages = ['en', 'fr'] as const;
/** A language of texts. */
export type Language = (typeof languages)[number];

/** The market, currency and language of a locale. */
export interface LocaleFacts {
  readonly market: Market;
  readonly currency: Currency;
  readonly language: Language;
}

/** Locale → market, currency and language. */
export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = {
  'en-CA': { market: 'CA', currency: 'CAD', language: 'en' },
  'en-US': { market: 'US', currency: 'USD', language: 'en' },
  'fr-CA': { market: 'CA', currency: 'CAD', language: 'fr' },
};

/** Returns true if a text is a supported locale. Case-sensitive. */
export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text);
}
