/** Finds what is missing from the content because of a fault, so that rules do not report its absence. */
import type { Fault } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';

/** Matches the ids of rules whose faults cause data to be omitted. A text with a fault (`text/…`) is not omitted. */
const omittingRuleIds = /^(csv|file|json|shape)\//;

/** Returns file → the faults because of which something was omitted from it. */
const omissionsOf = memoize(({ found }: PartialContent) => {
  const faults = found.flatMap(({ rule, fault }) => (omittingRuleIds.test(rule.id) ? fault : []));
  return groupBy(faults, ({ file }) => file);
});

/**
 * Returns true if `member` of a JSON file may be missing or incomplete because of a fault: in it, in the name that is
 * probably meant for it, or without a path, as in the syntax of the file. For a table, ignores `member`.
 */
export function mayBeIncomplete(content: PartialContent, file: string, member: string): boolean {
  const faults = omissionsOf(content).get(file) ?? [];
  return faults.some(
    ({ path: [name] = [], suggestion }) =>
      typeof name !== 'string' || name === member || suggestion === member,
  );
}

/**
 * Returns a fault with the index that a top-level list has in the file: if `colors[0]` was omitted, `colors[1]` of the
 * content is `colors[2]` of the file.
 */
export function withIndexInFile(content: PartialContent, fault: Fault): Fault {
  const [member, index, ...rest] = fault.path ?? [];
  if (typeof index !== 'number') return fault;
  const faults = omissionsOf(content).get(fault.file) ?? [];
  const omitted = new Set(
    faults.flatMap(({ path: [name, at] = [] }) =>
      name === member && typeof at === 'number' ? [at] : [],
    ),
  );
  let written = index;
  for (const at of [...omitted].sort((a, b) => a - b)) if (at <= written) written += 1;
  return { ...fault, path: [member as string, written, ...rest] };
}
