/**
 * The members of partial content's JSON files that were left out because of faults. Rules use it to ignore
 * unknown data and to report the right index in lists that lost elements.
 */

import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { onceFor } from './once-for.ts';

interface LeftOut {
  /** True if the text itself has a fault, so that any member may be lost. */
  anything: boolean;
  /** By member: the indexes of the elements that were left out, if it is a list. */
  readonly members: Map<string, Set<number>>;
}

const leftOutOf = onceFor(({ found }: PartialContent) => {
  const files = new Map<string, LeftOut>();
  for (const { rule, fault } of found) {
    // A text with a stray space is reported but still read.
    if (rule.id.startsWith('text/')) continue;
    const leftOut = files.get(fault.file) ?? { anything: false, members: new Map() };
    files.set(fault.file, leftOut);
    addFault(fault, leftOut);
  }
  return files;
});

/**
 * Returns true if a member of a JSON file, or a part of it, may have been left out, so that its absence
 * proves nothing.
 */
export function mayLack(content: PartialContent, file: string, member: string): boolean {
  const leftOut = leftOutOf(content).get(file);
  return leftOut !== undefined && (leftOut.anything || leftOut.members.has(member));
}

/** Returns a fault with the index that an element has in the file, counting elements left out before it. */
export function withWrittenIndex(content: PartialContent, fault: Fault): Fault {
  const [member, index, ...rest] = fault.path ?? [];
  if (typeof member !== 'string' || typeof index !== 'number') return fault;
  const lost = leftOutOf(content).get(fault.file)?.members.get(member);
  if (lost === undefined) return fault;
  let written = index;
  for (const each of [...lost].sort((a, b) => a - b)) if (each <= written) written += 1;
  return { ...fault, path: [member, written, ...rest] };
}

function addFault({ path = [], suggestion }: Fault, leftOut: LeftOut): void {
  const [member, index] = path;
  if (typeof member !== 'string') {
    leftOut.anything = true;
    return;
  }
  const lost = leftOut.members.get(member) ?? new Set();
  leftOut.members.set(member, lost);
  if (typeof index === 'number') lost.add(index);
  // A misspelt name means that the suggested member is missing.
  else if (suggestion !== undefined && !leftOut.members.has(suggestion)) {
    leftOut.members.set(suggestion, new Set());
  }
}
