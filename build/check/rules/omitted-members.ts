/**
 * Finds out which members of JSON files were omitted because of faults. Rules use this to ignore unknown
 * data, and to report the right index in lists with omitted elements.
 */

import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { memoize } from './memoize.ts';

/** The members of a JSON file that were omitted. */
interface OmittedMembers {
  /** True if the file has a fault outside its members, so that any member may be missing. */
  anything: boolean;
  /** Member → indexes of its omitted elements, if it is a list. */
  readonly members: Map<string, Set<number>>;
}

/** Returns the omitted members of each file with faults. */
const omittedMembersOf = memoize(({ found }: PartialContent) => {
  const files = new Map<string, OmittedMembers>();
  for (const { rule, fault } of found) {
    // Texts with faults, such as a stray space, are not omitted.
    if (rule.id.startsWith('text/')) continue;
    const omitted = files.get(fault.file) ?? { anything: false, members: new Map() };
    files.set(fault.file, omitted);
    addFault(fault, omitted);
  }
  return files;
});

/**
 * Returns true if reading may have omitted a member of a JSON file, or a part of the member, because of a
 * fault. A value that rules do not find in it may then exist in the file.
 */
export function mayBeIncomplete(content: PartialContent, file: string, member: string): boolean {
  const omitted = omittedMembersOf(content).get(file);
  return omitted !== undefined && (omitted.anything || omitted.members.has(member));
}

/**
 * Returns a fault with a corrected list index in its path: the index in the file instead of the index in the
 * list that lacks omitted elements. Returns other faults unchanged.
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

/** Adds the member or element that a fault concerns. */
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
