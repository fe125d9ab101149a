/** What names and describes a content rule, and the finding of one. */
import type { Fault, FaultKind, Found } from './finding.ts';

/** What `docs/rules.md` says of a rule. */
export interface Rule extends FaultKind {
  /** What content has to be like, as one sentence. */
  readonly summary: string;
  /** What to do when it is not. */
  readonly remedy: string;
}

/** A rule that readers apply to bytes and texts; each defines its own detector methods. */
export interface LoadRule extends Rule {
  readonly [way: string]: string | ((...args: never[]) => unknown);
}

/** A rule's fault, with the rule's name. */
export function foundBy(rule: FaultKind, fault: Fault): Found {
  return { rule: { id: rule.id, severity: rule.severity }, fault };
}
