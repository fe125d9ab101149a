/** What a content rule is. Each is one file below this folder; it looks and tells, it never prints. */
import type { Fault, FaultKind, Found } from '../findings/finding.ts';
import type { Draft, ProductDraft } from '../load/draft.ts';

/** What `docs/rules.md` says of a rule. */
export interface Rule extends FaultKind {
  /** What content has to be like, as one sentence. */
  readonly summary: string;
  /** What to do when it is not. */
  readonly remedy: string;
}

/** A rule about the content as a whole; it looks at what could be read and is silent about the rest. */
export interface ContentRule extends Rule {
  check(draft: Draft): Iterable<Fault>;
}

/** A rule that the load step holds against bytes and texts, by functions that each has its own of. */
export interface LoadRule extends Rule {
  readonly [way: string]: string | ((...args: never[]) => unknown);
}

/** Makes the `check` of a rule that looks at one product at a time; faults get the product's file. */
export function eachProduct(
  check: (product: ProductDraft['product'], draft: Draft) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (draft) {
    for (const { file, product } of draft.products) {
      for (const fault of check(product, draft)) yield { file, ...fault };
    }
  };
}

/** A rule's fault, with the rule's name. */
export function foundBy(rule: FaultKind, fault: Fault): Found {
  return { rule: { id: rule.id, severity: rule.severity }, fault };
}
