/** The type of the French texts of content rules. */
import type { RuleTexts } from '../../responses.ts';

/** French translations of the `summary` and `remedy` of content rules, by id of the rule. */
export type FrenchRules = Readonly<Record<string, RuleTexts>>;
