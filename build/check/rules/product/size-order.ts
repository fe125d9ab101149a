import { onceADraft } from '../once-a-draft.ts';
import { type ContentRule, eachProduct } from '../rule.ts';

const sizeRanks = onceADraft(
  ({ ids }): ReadonlyMap<string, number> =>
    new Map([...(ids.sizes ?? [])].map((size, rank) => [size, rank])),
);

/** Told at the first size that stands after a larger one; sizes that are not known are passed over. */
export const sizeOrder: ContentRule = {
  id: 'product/size-order',
  severity: 'warning',
  summary: 'A product has its sizes in the order of sizes.json, in which shops show them.',
  remedy: 'Put the sizes in the order that the message gives.',
  check: eachProduct(function* ({ sizes = [] }, draft) {
    const ranks = sizeRanks(draft);
    const known = [...new Set(sizes)].filter((size) => ranks.has(size));
    const inOrder = [...known].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
    const wrong = known.find(
      (size, index) => (ranks.get(size) ?? 0) < (ranks.get(known[index - 1] ?? size) ?? 0),
    );
    if (wrong === undefined) return;
    const message = `"${wrong}" is out of order; sizes.json has ${inOrder.join(', ')}`;
    yield { path: ['sizes', sizes.indexOf(wrong)], message };
  }),
};
