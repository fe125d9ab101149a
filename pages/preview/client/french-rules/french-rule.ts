/** The French texts of a content rule: the same statements as the `summary` and `remedy` of the rule. */
import type { RuleWords } from '../../answers.ts';

/** By id of the rule. */
export type FrenchRules = Readonly<Record<string, RuleWords>>;
