/**
 * What the load step left out of a draft's JSON files, as its faults tell: so that a rule is silent
 * about what it cannot know, and points at the right element of a list that lost some.
 */

import type { Draft } from '../../content/draft.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { onceADraft } from './once-a-draft.ts';

interface LeftOut {
  /** True when the text itself has a fault, so that any member may be lost. */
  anything: boolean;
  /** By member: the indexes of the elements that were left out, where it is a list. */
  readonly members: Map<string, Set<number>>;
}

const leftOutOf = onceADraft(({ found }) => {
  const files = new Map<string, LeftOut>();
  for (const { rule, fault } of found) {
    // A text with a stray space is told, and read all the same.
    if (rule.id.startsWith('text/')) continue;
    const leftOut = files.get(fault.file) ?? { anything: false, members: new Map() };
    files.set(fault.file, leftOut);
    note(fault, leftOut);
  }
  return files;
});

/** Whether a member of a JSON file, or a part of it, may be lost: nothing follows from its absence. */
export function mayLack(draft: Draft, file: string, member: string): boolean {
  const leftOut = leftOutOf(draft).get(file);
  return leftOut !== undefined && (leftOut.anything || leftOut.members.has(member));
}

/** A fault with the index that an element has in the file, where elements before it were left out. */
export function asWritten(draft: Draft, fault: Fault): Fault {
  const [member, index, ...rest] = fault.path ?? [];
  if (typeof member !== 'string' || typeof index !== 'number') return fault;
  const lost = leftOutOf(draft).get(fault.file)?.members.get(member);
  if (lost === undefined) return fault;
  let written = index;
  for (const each of [...lost].sort((a, b) => a - b)) if (each <= written) written += 1;
  return { ...fault, path: [member, written, ...rest] };
}

function note({ path = [], suggestion }: Fault, leftOut: LeftOut): void {
  const [member, index] = path;
  if (typeof member !== 'string') {
    leftOut.anything = true;
    return;
  }
  const lost = leftOut.members.get(member) ?? new Set();
  leftOut.members.set(member, lost);
  if (typeof index === 'number') lost.add(index);
  // A misspelt field is the loss of the one that was meant.
  else if (suggestion !== undefined && !leftOut.members.has(suggestion)) {
    leftOut.members.set(suggestion, new Set());
  }
}
