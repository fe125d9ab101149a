/** Helpers that avoid repeated work and repeated faults of rules. */
import type { Fault } from '../../content/findings/finding.ts';
import type { ContentRule } from './rule.ts';

/**
 * Returns a function that computes a value once for each object, for values that several rules need.
 */
export function onceFor<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/**
 * Returns the rule without repeated faults at the same cell, which a row with dates may cause for several
 * periods.
 */
export function oncePerRow(rule: ContentRule): ContentRule {
  return {
    ...rule,
    *check(content) {
      const seen = new Set<string>();
      for (const fault of rule.check(content)) {
        const cell = cellOf(fault);
        if (!seen.has(cell)) yield fault;
        seen.add(cell);
      }
    },
  };
}

function cellOf({ file, line, column }: Fault): string {
  return `${file}:${line}:${column}`;
}
