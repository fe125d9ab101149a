/**
 * Shows one mistake once, at its cause (decisions.md, "One mistake is one finding"): a fault that another one explains
 * is not shown beside it, and faults that have one cause are merged. Rules say how their faults are related
 * (`Relations`); this step only applies it.
 */
import type { Fault, Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { mergeUnreadable } from './rules/file-list-rules.ts';
import { mergeUnknownIds } from './rules/merge-unknown-ids.ts';
import { mergeMissingPrices, mergePriceTable } from './rules/missing-prices.ts';
import { mergeAboveMsrp } from './rules/net-above-msrp.ts';
import { mergeSameRows } from './rules/unknown-cells.ts';

/** Returns the fault that replaces those of a group, or undefined if they stay. */
type Merge = (group: readonly Found[], content: PartialContent) => Fault | undefined;

/** Kind of group (the first word of its key) → how its faults are merged, in the order in which it is tried. */
const merges: Readonly<Record<string, Merge>> = {
  'above-msrp': mergeAboveMsrp,
  folder: mergeUnreadable,
  'price-table': mergePriceTable,
  'missing-prices': mergeMissingPrices,
  'same-rows': mergeSameRows,
  'unknown-id': mergeUnknownIds,
};

/** Returns the faults to show, in no particular order. */
export function fold(found: readonly Found[], content: PartialContent): readonly Found[] {
  const explained = new Set(found.flatMap(({ fault }) => fault.about?.explains ?? []));
  let shown = found.filter(
    ({ fault }) => !fault.about?.explainedBy?.some((key) => explained.has(key)),
  );
  for (const [kind, merge] of Object.entries(merges)) {
    const keyOf = ({ fault }: Found) =>
      fault.about?.groups?.find((key) => key.startsWith(`${kind} `));
    shown = [...groupBy(shown, keyOf)].flatMap(([key, group]) => {
      const fault = key === undefined ? undefined : merge(group, content);
      return fault === undefined ? group : [{ ...(group[0] as Found), fault }];
    });
  }
  const hidden = new Set(
    [...groupBy(shown, placeOf).values()].flatMap((group) =>
      group.filter((each) => group.some((other) => isShownInstead(other, each))),
    ),
  );
  return shown.filter((each) => !hidden.has(each));
}

/** Returns a key that is equal for faults at one place; for one without a place, the fault itself. */
function placeOf(found: Found): unknown {
  const { file, path, line, column } = found.fault;
  if (path === undefined && column === undefined) return found;
  return JSON.stringify([file, path, line, column]);
}

/**
 * Returns true if of two faults at one place only the first is shown, because it is corrected first: not one that
 * `yields`; and of the faults of a value and its text, that of the value if it suggests another value than the text's.
 */
function isShownInstead(shown: Found, other: Found): boolean {
  const doesYield = ({ fault }: Found) => fault.about?.yields === true;
  if (doesYield(shown) || doesYield(other)) return !doesYield(shown);
  const isOfText = ({ rule }: Found) => rule.id.startsWith('text/');
  if (isOfText(shown) === isOfText(other)) return false;
  const [text, value] = isOfText(shown) ? [shown, other] : [other, shown];
  const { suggestion, about } = value.fault;
  const isWrong = value.rule.id === 'shape/wrong-value';
  if (suggestion === undefined || !(isWrong || about?.facts?.['id'] !== undefined)) return false;
  const isSame = (text.fault.suggestion ?? suggestion) === suggestion;
  return (shown === text) === (isWrong && isSame);
}
