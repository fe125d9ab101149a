/** How much of the catalogue each locale has in words of its own. */
import { type Locale, locales } from '../../contract/locales.ts';
import { localizedTexts, type TextSource } from './localized-texts.ts';
import { createOriginOf, type TextOrigin } from './text-origin.ts';

/** How many of the texts that a locale shows come from where. */
export type TextCoverage = Readonly<Record<TextOrigin, number>>;

/** Counts the texts of every locale; a list such as keywords is one. */
export function measureCoverage(source: TextSource): ReadonlyMap<Locale, TextCoverage> {
  const counters = locales.map((locale) => {
    const counts = { regional: 0, language: 0, fallback: 0, missing: 0 };
    return { locale, originOf: createOriginOf(locale, source.catalogue.fallbackLanguage), counts };
  });
  for (const { shown, texts } of localizedTexts(source)) {
    for (const { locale, originOf, counts } of counters) {
      if (!shown.includes(locale)) continue;
      for (const { text } of texts) counts[originOf(text)] += 1;
    }
  }
  return new Map(counters.map(({ locale, counts }) => [locale, counts]));
}

/**
 * One line a locale, in columns: `  texts en-CA: 2,345, 120 regional, 0 from another language`. Texts
 * that are missing have no column, since no release is made while there are any.
 */
export function renderCoverage(coverage: ReadonlyMap<Locale, TextCoverage>): string[] {
  const rows = [...coverage].map(([locale, { regional, language, fallback, missing }]) => ({
    locale,
    counts: [regional + language + fallback + missing, regional, fallback].map(group),
  }));
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
