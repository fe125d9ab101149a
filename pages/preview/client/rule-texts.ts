/** Returns texts of quality checks and content rules in the language of the interface. */
import type { CheckTexts, FindingDetails, RuleTexts } from '../responses.ts';
import { frenchChecks, type ReasonTexts } from './french-checks.ts';
import { frenchRules } from './french-rules/index.ts';
import { language } from './settings.ts';

/**
 * Returns the texts of a quality check in the language of the interface; in English if the check has no French texts.
 */
export function checkTextsOf(check: CheckTexts): ReasonTexts {
  return language.value === 'fr' ? (frenchChecks[check.id] ?? check) : check;
}

/**
 * Returns the texts of the rule that a finding violates, in the language of the interface; in English if the rule has
 * no French texts.
 */
export function ruleTextsOf(finding: FindingDetails): RuleTexts {
  return language.value === 'fr' ? (frenchRules[finding.rule] ?? finding) : finding;
}
