/** The texts of the interface, from `texts.json`. Texts about products come from the API. */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import { currentLocale } from './address.ts';
import texts from './texts.json' with { type: 'json' };

/** The name of a text. */
export type TextId = keyof typeof texts;

/** The names of the locales, each in its own language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'en-CA': 'Canada – English (CAD)',
  'en-US': 'United States – English (USD)',
  'fr-CA': 'Canada – français (CAD)',
};

/** Returns the language of the interface: that of the locale. */
export function language(): Language {
  return localeFacts[currentLocale()].language;
}

/** Returns a text in the language of the page, with `{name}` replaced by the value of that name. */
export function text(id: TextId, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(texts[id][language()], values);
}

/** Returns the name of a product kind; a kind that the API adds later has its id as its name. */
export function kindName(kind: string): string {
  return kind in texts ? text(kind as TextId) : kind;
}

/** Replaces `{name}` by the value of that name. US English spells colour without u. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  const spelled =
    currentLocale() === 'en-US' ? template.replace(/([Cc])olour/g, '$1olor') : template;
  return spelled.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Returns a text with a count: `one` for 1 (in French also for 0), otherwise `more`. */
export function countText(count: number, one: TextId, more: TextId): string {
  const isOne = new Intl.PluralRules(currentLocale()).select(count) === 'one';
  return text(isOne ? one : more, { count: number(count) });
}

/** Formats a number for the locale of the page. */
export function number(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}

/** Formats a percentage, such as 12.5. */
export function percent(value: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(value / 100);
}

/** Formats an amount; dollars of the United States and Canada are told apart by the market that the page names. */
export function money(amount: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(amount);
}

/** Formats a day such as `2027-01-18`, or a moment, in the time zone in which it is written. */
export function day(iso: string): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(currentLocale(), options).format(new Date(iso.slice(0, 10)));
}

/** Returns the name of a country, given its ISO 3166 code. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code;
}
