/** A name that stands twice in one object: JSON keeps the last and loses the first without a word. */
import { visit } from 'jsonc-parser';
import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';
import { placeAt } from '../../findings/text-place.ts';

export const duplicateName = {
  id: 'json/duplicate-name',
  severity: 'error',
  summary: 'A name stands once in an object.',
  remedy: 'Keep the one that is right and remove the other.',
  /** Every second use of a name; `json` is what the text says, where it could be parsed. */
  find(text: string, json?: unknown): Omit<Fault, 'file'>[] {
    // To count takes a tenth of the time that finding their places takes, and most files have none.
    if (json !== undefined && countNames(text) === countMembers(json)) return [];
    const faults: Omit<Fault, 'file'>[] = [];
    const open: Map<string, number>[] = [];
    visit(text, {
      onObjectBegin: () => void open.push(new Map()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty(name, offset, length) {
        const names = open.at(-1);
        const first = names?.get(name);
        if (first === undefined) names?.set(name, offset);
        else {
          const { line } = placeAt(text, first);
          const message = `"${name}" stands on line ${line} already; remove one of the two`;
          faults.push({ span: [offset, length], message });
        }
      },
    });
    return faults;
  },
} satisfies LoadRule;

/** Names in a JSON text that is without a fault: each is followed by a colon, and no other is outside of strings. */
function countNames(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ':') count += 1;
  }
  return count;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Members of a value and of all that it holds. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  const own = Array.isArray(value) ? 0 : inside.length;
  return inside.reduce<number>((count, each) => count + countMembers(each), own);
}
