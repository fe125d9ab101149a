/** What quality checks are called in the language of the interface. */
import type { CheckWords } from '../answers.ts';
import { frenchChecks, type ReasonWords } from './french-checks.ts';
import { language } from './settings.ts';

/** The words of a check; in English where one is so new that it has no French. */
export function wordsOf(check: CheckWords): ReasonWords {
  return language.value === 'fr' ? (frenchChecks[check.id] ?? check) : check;
}
