/** A name that stands twice in one object: JSON keeps the last and loses the first without a word. */
import { visit } from 'jsonc-parser';
import type { Fault } from '../../findings/finding.ts';
import { placeAt } from '../../findings/text-place.ts';
import type { LoadRule } from '../rule.ts';

export const duplicateName = {
  id: 'json/duplicate-name',
  severity: 'error',
  summary: 'A name stands once in an object.',
  remedy: 'Keep the one that is right and remove the other.',
  /** Every second use of a name. */
  find(text: string): Omit<Fault, 'file'>[] {
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
