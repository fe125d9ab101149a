/**
 * Finds the members of JSON files that were omitted while the files were read, because they have faults.
 * Rules use this to skip checks that need the omitted data, and to report list indexes as they are in the
 * file.
 */

import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { csvRules } from '../../content/rules/csv-rules.ts';
import { fileRules } from '../../content/rules/file-rules.ts';
import { jsonRules } from '../../content/rules/json-rules.ts';
import { shapeRules } from '../../content/rules/shape-rules.ts';
import { memoize } from './memoize.ts';

/** The members of a JSON file that were omitted when it was read, because they have faults. */
interface OmittedMembers {
  /**
   * True if any member or row may be missing, because a fault has no JSON path: an error in the JSON syntax, or a fault
   * in a table.
   */
  anything: boolean;
  /**
   * Name of a member with a fault → indexes of the elements that were omitted from its list, such as `colors` → 0 and
   * 2. The set is empty if the member is not a list or was omitted as a whole.
   */
  readonly members: Map<string, Set<number>>;
}

/**
 * Ids of the rules whose faults cause data to be omitted. They are applied while files are read. The rules about texts
 * (`text/…`) are applied then too, but a text with a fault, such as a stray space, is not omitted.
 */
const omittingRules: ReadonlySet<string> = new Set(
  [...csvRules, ...fileRules, ...jsonRules, ...shapeRules].map(({ id }) => id),
);

/** Returns file → its omitted members, for each file from which something was omitted. */
const omittedMembersOf = memoize(({ found }: PartialContent) => {
  const files = new Map<string, OmittedMembers>();
  for (const { rule, fault } of found) {
    if (!omittingRules.has(rule.id)) continue;
    const omitted = files.get(fault.file) ?? { anything: false, members: new Map() };
    files.set(fault.file, omitted);
    addFault(fault, omitted);
  }
  return files;
});

/**
 * Returns true if `member` of a JSON file may be missing from `content`, or incomplete, because of a fault: a rule must
 * then not report that a value is missing. For a table, ignores `member`.
 */
export function mayBeIncomplete(content: PartialContent, file: string, member: string): boolean {
  const omitted = omittedMembersOf(content).get(file);
  return omitted !== undefined && (omitted.anything || omitted.members.has(member));
}

/**
 * Returns a fault whose index in a top-level list is that of the file: `content` lacks the omitted elements, so
 * `colors[1]` of `content` may be `colors[2]` in the file.
 */
export function withIndexInFile(content: PartialContent, fault: Fault): Fault {
  const [member, index, ...rest] = fault.path ?? [];
  if (typeof member !== 'string' || typeof index !== 'number') return fault;
  const lost = omittedMembersOf(content).get(fault.file)?.members.get(member);
  if (lost === undefined) return fault;
  let written = index;
  for (const each of [...lost].sort((a, b) => a - b)) if (each <= written) written += 1;
  return { ...fault, path: [member, written, ...rest] };
}

/**
 * Records in `omitted` the member or the list element that was omitted because of a fault. If the name of a member is
 * misspelt, also records the suggested name.
 */
function addFault({ path = [], suggestion }: Fault, omitted: OmittedMembers): void {
  const [member, index] = path;
  if (typeof member !== 'string') {
    omitted.anything = true;
    return;
  }
  const lost = omitted.members.get(member) ?? new Set();
  omitted.members.set(member, lost);
  if (typeof index === 'number') lost.add(index);
  // If the name of a member is misspelt, the suggested member is missing.
  else if (suggestion !== undefined && !omitted.members.has(suggestion)) {
    omitted.members.set(suggestion, new Set());
  }
}
