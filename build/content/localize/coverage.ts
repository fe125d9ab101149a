/**
 * Counts, for each locale, the texts that come from the locale itself, its language or the fallback language.
 */
import { type Locale, locales } from '../../../contract/locales.ts';
import type { FileTexts } from './localized-texts.ts';
import { createOriginOf, type TextOrigin } from './text-origin.ts';

/**
 * The number of texts of a locale by origin: the locale itself, its language, the fallback language, or missing. A list
 * of texts, such as keywords, counts as one.
 */
export type TextCoverage = Readonly<Record<TextOrigin, number>>;

/** Locale → the number of its texts by origin: the locale itself, its language, the fallback language, or missing. */
export type Coverage = Readonly<Record<Locale, TextCoverage>>;

/**
 * Counts the texts of each locale by origin: those written for the locale itself, for its language and for the fallback
 * language, and missing ones. All counts are 0 for a locale that shows no text. `fallbacks` maps a language to its
 * fallback language.
 */
export function measureCoverage(
  texts: Iterable<FileTexts>,
  fallbacks: Parameters<typeof createOriginOf>[1],
): Coverage {
  const counters = locales.map((locale) => {
    const counts = { regional: 0, language: 0, fallback: 0, missing: 0 };
    return { locale, originOf: createOriginOf(locale, fallbacks), counts };
  });
  for (const { shown, texts: ofFile } of texts) {
    for (const { locale, originOf, counts } of counters) {
      if (!shown.includes(locale)) continue;
      for (const { text } of ofFile) counts[originOf(text)] += 1;
    }
  }
  return byLocale((locale) => counters.find((each) => each.locale === locale)?.counts ?? none);
}

/** Returns, for each locale and origin of texts, the sum of the numbers of texts in `parts`. */
export function addCoverage(parts: readonly Coverage[]): Coverage {
  return byLocale((locale) => {
    const sum = { ...none };
    for (const part of parts) {
      for (const origin of Object.keys(none) as TextOrigin[]) sum[origin] += part[locale][origin];
    }
    return sum;
  });
}

const none: TextCoverage = { regional: 0, language: 0, fallback: 0, missing: 0 };

function byLocale(coverageOf: (locale: Locale) => TextCoverage): Coverage {
  return Object.fromEntries(locales.map((locale) => [locale, coverageOf(locale)])) as Coverage;
}

/**
 * Returns one line per locale, with aligned columns:
 * `  texts en-CA: 2,345, 120 regional, 0 from another language`, where 2,345 is the number of all texts. There is
 * no column for missing texts, because they are errors and no release has any.
 */
export function renderCoverage(coverage: Partial<Coverage>): string[] {
  const rows = Object.entries(coverage).map(([locale, counts]) => {
    const { regional, language, fallback, missing } = counts;
    return {
      locale,
      counts: [regional + language + fallback + missing, regional, fallback].map(group),
    };
  });
  const widths = columns.map((_, column) =>
    Math.max(...rows.map(({ counts }) => counts[column]?.length ?? 0)),
  );
  return rows.map(({ locale, counts }) => {
    const cells = columns.map((name, at) => `${counts[at]?.padStart(widths[at] ?? 0)}${name}`);
    return `  texts ${locale}: ${cells.join(', ')}`;
  });
}

const columns = ['', ' regional', ' from another language'] as const;

function group(count: number): string {
  return count.toLocaleString('en-CA');
}
