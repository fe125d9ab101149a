import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';
import { suggest } from '../../findings/suggest.ts';

/** Told by the load step, which takes the columns in any order. */
export const columns = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table names each of its columns once, and no other.',
  remedy: 'Correct the first line; the order of the columns is free.',
  /** The faults of a header. */
  find(header: readonly string[], known: readonly string[]): Omit<Fault, 'file'>[] {
    const missing = known.filter((name) => !header.includes(name));
    if (missing.length === known.length && header.every((name) => !suggest(name, known))) {
      return [{ line: 1, message: `the first line has to name the columns: ${known.join()}` }];
    }
    const faults = header.flatMap((name, index): Omit<Fault, 'file'>[] => {
      if (known.includes(name)) {
        const isFirst = header.indexOf(name) === index;
        return isFirst ? [] : [{ line: 1, message: `the column "${name}" stands here twice` }];
      }
      const suggestion = suggest(name, missing);
      const message = `"${name}" is not a column of this table`;
      const hint = suggestion === undefined ? {} : { suggestion };
      return [{ line: 1, column: name, message, allowed: known, ...hint }];
    });
    const guessed = new Set(faults.map(({ suggestion }) => suggestion));
    const lacking = missing.filter((name) => !guessed.has(name));
    if (lacking.length === 0) return faults;
    const [columns, are] = lacking.length === 1 ? ['column', 'is'] : ['columns', 'are'];
    const message = `the ${columns} ${lacking.join(', ')} ${are} missing`;
    return [...faults, { line: 1, message, allowed: known }];
  },
} satisfies LoadRule;
