/** The texts of quality checks and content rules in the language of the interface. */
import type { CheckWords, PlacedFinding, RuleWords } from '../answers.ts';
import { frenchChecks, type ReasonWords } from './french-checks.ts';
import { frenchRules } from './french-rules/index.ts';
import { language } from './settings.ts';

/** Returns the texts of a check, in English if it has no French. */
export function wordsOf(check: CheckWords): ReasonWords {
  return language.value === 'fr' ? (frenchChecks[check.id] ?? check) : check;
}

/** Returns the texts of a finding's rule, in English if it has no French. */
export function ruleWordsOf(finding: PlacedFinding): RuleWords {
  return language.value === 'fr' ? (frenchRules[finding.rule] ?? finding) : finding;
}
