/**
 * Counts the texts of each locale by origin: written for the locale itself (`en-CA`) or for its language (`en`), taken
 * from the fallback language, or missing. The summary of a build shows the numbers.
 */
import { type Locale, locales } from '../../../contract/locales.ts';
import type { FileTexts } from './localized-texts.ts';
import { createOriginOf, type TextOrigin } from './text-origin.ts';

/** The number of texts of a locale for each origin (`TextOrigin`). A list of texts, such as keywords, counts as one. */
export type TextCoverage = Readonly<Record<TextOrigin, number>>;

/** Locale → the number of its texts for each origin (`TextOrigin`). */
export type Coverage = Readonly<Record<Locale, TextCoverage>>;

/**
 * Counts the texts that each locale shows, by their origin (`TextOrigin`). All counts are 0 for a locale that shows no
 * text. `fallbacks` maps a language to its fallback language, such as `fr` to `en`.
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

/** Adds several coverages, such as those of single products: returns the sums for each locale and origin of texts. */
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
 * Returns one line per locale, with aligned columns: `  texts en-CA: 2,345, 120 regional, 0 from another language`.
 * Here 2,345 is the number of all texts, and 120 that of texts written for the locale itself. There is no column for
 * missing texts, because they are errors and no release has any.
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
