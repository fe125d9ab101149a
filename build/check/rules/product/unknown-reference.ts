/** Makes the rules that hold what a product names against the shared file that defines it. */

import type { ProductDraft } from '../../../content/draft.ts';
import type { JsonPath } from '../../../content/findings/finding.ts';
import { hintsFor } from '../../../content/findings/known-values.ts';
import { type SharedTable, sharedTables } from '../../../content/schemas/shared-tables.ts';
import { type ContentRule, eachProduct } from '../rule.ts';

type Product = ProductDraft['product'];

/** An id that a product names, and where. */
export interface Reference {
  readonly path: JsonPath;
  readonly id: string;
}

interface ReferenceKind {
  readonly id: string;
  readonly table: SharedTable;
  /** What one is called, and what several are. */
  readonly words: readonly [one: string, several: string];
  readonly references: (product: Product) => Iterable<Reference>;
}

/** The rule that each reference of a kind leads somewhere; silent where its table could not be read. */
export function unknownReference({ id, table, words, references }: ReferenceKind): ContentRule {
  const { file } = sharedTables[table];
  const [one, several] = words;
  return {
    id,
    severity: 'error',
    summary: `The ${one} of a product is among the ${several} of ${file}.`,
    remedy: `Correct the id, or add the ${one} to ${file}.`,
    check: eachProduct(function* (product, { ids }) {
      const known = ids[table];
      if (known === undefined) return;
      for (const { path, id: name } of references(product)) {
        if (known.has(name)) continue;
        const message = `"${name}" is not among the ${several} of ${file}`;
        yield { path, message, ...hintsFor(name, known) };
      }
    }),
  };
}

/** The reference that a member of a product is. */
export function inMember(member: 'brand' | 'category' | 'tag' | 'for' | 'sizeChart') {
  return (product: Product): Reference[] => {
    const id = product[member];
    return id === undefined ? [] : [{ path: [member], id }];
  };
}

/** The references that a list of a product holds. */
export function inList(member: 'inspiration' | 'fabrics' | 'materials' | 'sizes') {
  return (product: Product): Reference[] =>
    (product[member] ?? []).map((id, index) => ({ path: [member, index], id }));
}
