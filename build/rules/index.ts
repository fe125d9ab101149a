/** Check: every content rule. A rule is one file below this folder and one line of a list. */
import type { Found } from '../findings/finding.ts';
import type { Draft } from '../load/draft.ts';
import { type ContentRule, foundBy } from './rule.ts';

/** Rules about the content as a whole, in the order of their ids. */
export const contentRules: readonly ContentRule[] = [];

/** What every rule has to tell of a draft. */
export function checkDraft(draft: Draft): Found[] {
  return contentRules.flatMap((rule) =>
    Array.from(rule.check(draft), (fault) => foundBy(rule, fault)),
  );
}
