/** Counts the texts of each locale by their origin, for the summary of a build. */
import { type Locale, locales } from '../../../contract/locales.ts';
import type { FileTexts } from './localized-texts.ts';
import { createLocalizer, type Fallbacks, type TextOrigin } from './localizer.ts';

/** Locale → origin → number of texts. A list of texts, such as keywords, counts as one. */
export type Coverage = Readonly<Record<Locale, Readonly<Record<TextOrigin, number>>>>;

function emptyCoverage() {
  const zeros = locales.map((locale) => {
    return [locale, { regional: 0, language: 0, fallback: 0, missing: 0 }] as const;
  });
  return Object.fromEntries(zeros) as Record<Locale, Record<TextOrigin, number>>;
}

/** Counts the texts that each locale shows. */
export function measureCoverage(texts: Iterable<FileTexts>, fallbacks: Fallbacks): Coverage {
  const coverage = emptyCoverage();
  const localizers = locales.map((locale) => createLocalizer(locale, fallbacks));
  for (const file of texts) {
    for (const { locale, originOf } of localizers) {
      if (!file.shown.includes(locale)) continue;
      const counts = coverage[locale];
      for (const { text } of file.texts) counts[originOf(text)] += 1;
    }
  }
  return coverage;
}

/** Returns the sums of several coverages, such as those of single products. */
export function addCoverage(parts: readonly Coverage[]): Coverage {
  const sums = emptyCoverage();
  for (const locale of locales) {
    for (const origin of Object.keys(sums[locale]) as TextOrigin[]) {
      for (const part of parts) sums[locale][origin] += part[locale][origin];
    }
  }
  return sums;
}

/** Returns a line for each locale: the numbers of all its texts, of its own and of those in another language. */
export function renderCoverage(coverage: Coverage): string[] {
  return locales.map((locale) => {
    // Missing texts are errors: no release has any.
    const { regional, language, fallback } = coverage[locale];
    const all = (regional + language + fallback).toLocaleString('en-CA');
    return `  texts ${locale}: ${all}, ${regional} regional, ${fallback} from another language`;
  });
}
