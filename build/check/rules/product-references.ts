/** Rules that the ids in a product exist in the shared file that defines them. */
import type { JsonPath } from '../../content/findings/finding.ts';
import { hintsFor, suggest } from '../../content/findings/suggest.ts';
import { suggestSize } from '../../content/findings/suggest-size.ts';
import { type SharedTable, sharedTables } from '../../content/schemas/shared-tables.ts';
import { type ContentRule, eachProduct, type Product } from './rule.ts';

/** An id in a product, and its place. */
interface Reference {
  readonly path: JsonPath;
  readonly id: string;
}

/** One kind of reference: a row each. */
export interface ReferenceKind {
  /** The rule is `product/unknown-<name>`. */
  readonly name: string;
  readonly table: SharedTable;
  /** The singular and the plural of its name. */
  readonly words: readonly [one: string, several: string];
  readonly references: (product: Product) => readonly Reference[];
}

/** Every kind of reference from a product to a shared file. */
export const referenceKinds: readonly ReferenceKind[] = [
  kind('brand', 'brands', ['brand', 'brands'], inMember('brand')),
  kind('category', 'categories', ['category', 'categories'], inMember('category')),
  kind('color', 'colors', ['colour', 'colours'], ({ colors = [] }) =>
    colors.map(({ color }, index) => ({ path: ['colors', index, 'color'], id: color })),
  ),
  kind('decoration', 'decorations', ['decoration', 'decorations'], ({ customization }) =>
    (customization?.decorations ?? []).map((id, index) => ({
      path: ['customization', 'decorations', index],
      id,
    })),
  ),
  kind('fabric', 'fabrics', ['fabric', 'fabrics'], inList('fabrics')),
  kind('for', 'for', ['audience (“for”)', 'audiences (“for”)'], inMember('for')),
  kind('inspiration', 'inspiration', ['inspiration', 'inspirations'], inList('inspiration')),
  kind('material', 'materials', ['material', 'materials'], inList('materials')),
  kind('size', 'sizes', ['size', 'sizes'], inList('sizes')),
  kind('size-chart', 'sizeCharts', ['size chart', 'size charts'], inMember('sizeChart')),
  kind('tag', 'tags', ['tag', 'tags'], inMember('tag')),
];

/** One rule for each kind; it finds nothing while the shared file cannot be read. */
export const productReferenceRules: readonly ContentRule[] = referenceKinds.map(
  ({ name, table, words: [one, several], references }) => {
    const { file } = sharedTables[table];
    return {
      id: `product/unknown-${name}`,
      severity: 'error',
      summary: `The ${one} of a product is among the ${several} of ${file}.`,
      remedy: `Correct the id, or add the ${one} to ${file}.`,
      check: eachProduct(function* (product, { ids }) {
        const known = ids[table];
        if (known === undefined) return;
        for (const { path, id } of references(product)) {
          if (known.has(id)) continue;
          const message = `"${id}" is not among the ${several} of ${file}`;
          const about = { reference: { table, id } };
          yield { path, message, about, ...hintsFor(id, known, suggestOf(table)) };
        }
      }),
    };
  },
);

/** Returns how names of a table are suggested: sizes have many spellings. */
function suggestOf(table: SharedTable): typeof suggest {
  return table === 'sizes' ? suggestSize : suggest;
}

function kind(
  name: string,
  table: SharedTable,
  words: ReferenceKind['words'],
  references: ReferenceKind['references'],
): ReferenceKind {
  return { name, table, words, references };
}

/** Returns the reference that a member of a product is. */
function inMember(member: 'brand' | 'category' | 'tag' | 'for' | 'sizeChart') {
  return (product: Product): readonly Reference[] => {
    const id = product[member];
    return id === undefined ? [] : [{ path: [member], id }];
  };
}

/** Returns the references in a list of a product. */
function inList(member: 'inspiration' | 'fabrics' | 'materials' | 'sizes') {
  return (product: Product): readonly Reference[] =>
    (product[member] ?? []).map((id, index) => ({ path: [member, index], id }));
}
