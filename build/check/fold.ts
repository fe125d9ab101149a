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
import { mergeMinimumOrder } from './rules/price-rules.ts';
import { mergeSameRows } from './rules/unknown-products.ts';

/** Returns the fault that replaces those of a group, or undefined if they stay. */
type Merge = (group: readonly Found[], content: PartialContent) => Fault | undefined;

/** Kind of group (the first word of its key) → how its faults are merged. */
const merges: Readonly<Record<string, Merge>> = {
  'above-msrp': mergeAboveMsrp,
  folder: mergeUnreadable,
  'minimum-order': mergeMinimumOrder,
  'missing-prices': mergeMissingPrices,
  'price-table': mergePriceTable,
  'same-rows': mergeSameRows,
  'unknown-id': mergeUnknownIds,
};

/** Returns the faults to show, in the order of `found`; a merged fault takes the place of the first of its group. */
export function fold(found: readonly Found[], content: PartialContent): readonly Found[] {
  const explained = new Set(found.flatMap(({ fault }) => fault.about?.explains ?? []));
  let rest = found.filter(
    ({ fault }) => !fault.about?.explainedBy?.some((key) => explained.has(key)),
  );
  const rounds = Math.max(0, ...rest.map(({ fault }) => fault.about?.groups?.length ?? 0));
  for (let round = 0; round < rounds; round += 1) rest = mergeGroups(rest, content, round);
  return onePerPlace(rest);
}

function mergeGroups(found: readonly Found[], content: PartialContent, round: number): Found[] {
  const keyOf = ({ fault }: Found) => fault.about?.groups?.[round];
  const merged = new Map<string | undefined, Found>();
  const groups = groupBy(found, keyOf);
  for (const [key, group] of groups) {
    const merge = key === undefined ? undefined : merges[key.split(' ')[0] ?? ''];
    const fault = merge?.(group, content);
    if (fault !== undefined) merged.set(key, { ...(group[0] as Found), fault });
  }
  return found.flatMap((each) => {
    const key = keyOf(each);
    const instead = merged.get(key);
    if (instead === undefined) return [each];
    return groups.get(key)?.[0] === each ? [instead] : [];
  });
}

/**
 * Of faults at one place, such as a text with a space that is also an unknown id, keeps those that are corrected first:
 * - no fault that `yields`, if there is another;
 * - the fault of the value and not those of its text, if it suggests another value than they do; otherwise the reverse.
 */
function onePerPlace(found: readonly Found[]): readonly Found[] {
  const removed = new Set<Found>();
  for (const [place, group] of groupBy(found, placeOf)) {
    if (place === undefined || group.length === 1) continue;
    const strong = group.filter(({ fault }) => !fault.about?.yields);
    const texts = strong.filter(({ rule }) => rule.id.startsWith('text/'));
    const value = strong.find(
      ({ rule, fault: { about, suggestion } }) =>
        (rule.id === 'shape/wrong-value' || about?.facts?.['id'] !== undefined) &&
        suggestion !== undefined,
    );
    const weak = value === undefined || texts.length === 0 ? [] : weaker(value, texts);
    const yielding = strong.length === 0 ? [] : group.filter((each) => !strong.includes(each));
    for (const each of [...weak, ...yielding]) removed.add(each);
  }
  return removed.size === 0 ? found : found.filter((each) => !removed.has(each));
}

function weaker(value: Found, texts: readonly Found[]): readonly Found[] {
  const { suggestion } = value.fault;
  const areEqual = texts.every(({ fault }) => (fault.suggestion ?? suggestion) === suggestion);
  return value.rule.id === 'shape/wrong-value' && areEqual ? [value] : texts;
}

function placeOf({ fault: { file, path, line, column } }: Found): string | undefined {
  if (path === undefined && column === undefined) return undefined;
  return JSON.stringify([file, path, line, column]);
}
