/**
 * Rules that require each id in a product to exist in the shared file that defines it, such as `brands.json`.
 */
import type { JsonPath } from '../../content/findings/finding.ts';
import { hintsFor, suggest } from '../../content/findings/suggest.ts';
import { suggestSize } from '../../content/findings/suggest-size.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { type SharedTable, sharedTables } from '../../content/schemas/shared-tables.ts';
import { type ContentRule, checkEachProduct, type Product } from './rule.ts';

/** An id in a product, and its path in the product's file. */
interface Reference {
  readonly path: JsonPath;
  readonly id: string;
}

/**
 * One kind of ids to which products refer, such as ids of brands, and the shared table that defines these ids. Each
 * kind has its own rule.
 */
export interface ReferenceKind {
  /** The last part of the rule's id: `product/unknown-<name>`. */
  readonly name: string;
  /** The shared table that defines the ids: a member of a shared file, such as `families` of `colors.json`. */
  readonly table: SharedTable;
  /** The name of an entry in messages, in singular and plural, such as `brand` and `brands`. */
  readonly words: readonly [one: string, several: string];
  /** Returns the references of this kind in a product. */
  readonly references: (product: Product) => readonly Reference[];
}

/** All kinds of ids in shared files that a product refers to. */
export const referenceKinds: readonly ReferenceKind[] = [
  referenceKind('brand', 'brands', ['brand', 'brands'], memberReference('brand')),
  referenceKind('category', 'categories', ['category', 'categories'], memberReference('category')),
  referenceKind('color', 'colors', ['colour', 'colours'], ({ colors = [] }) =>
    colors.map(({ color }, index) => ({ path: ['colors', index, 'color'], id: color })),
  ),
  referenceKind('decoration', 'decorations', ['decoration', 'decorations'], ({ customization }) =>
    (customization?.decorations ?? []).map((id, index) => ({
      path: ['customization', 'decorations', index],
      id,
    })),
  ),
  referenceKind('fabric', 'fabrics', ['fabric', 'fabrics'], listReferences('fabrics')),
  referenceKind('for', 'for', ['audience (“for”)', 'audiences (“for”)'], memberReference('for')),
  referenceKind(
    'inspiration',
    'inspiration',
    ['inspiration', 'inspirations'],
    listReferences('inspiration'),
  ),
  referenceKind('material', 'materials', ['material', 'materials'], listReferences('materials')),
  referenceKind('size', 'sizes', ['size', 'sizes'], listReferences('sizes')),
  referenceKind(
    'size-chart',
    'sizeCharts',
    ['size chart', 'size charts'],
    memberReference('sizeChart'),
  ),
  referenceKind('tag', 'tags', ['tag', 'tags'], memberReference('tag')),
];

/**
 * Rules that report ids in a product that are not defined in their shared file, one rule for each kind of ids. A rule
 * finds nothing if the shared file could not be read.
 */
export const productReferenceRules: readonly ContentRule[] = referenceKinds.map(
  ({ name, table, words: [one, several], references }) => {
    const { file } = sharedTables[table];
    return {
      id: `product/unknown-${name}`,
      severity: 'error',
      summary: `The ${one} of a product is among the ${several} of ${file}.`,
      remedy: `Correct the id, or add the ${one} to ${file}.`,
      check: checkEachProduct(function* (product, { ids }) {
        const known = ids[table];
        if (known === undefined) return;
        for (const { path, id } of references(product)) {
          if (known.has(id)) continue;
          const hints = hintsFor(id, known, suggestOf(table));
          const problem =
            explainInvisible(id, hints.suggestion) ?? `is not among the ${several} of ${file}`;
          const about = { reference: { table, id } };
          yield { path, message: `"${id}" ${problem}`, about, ...hints };
        }
      }),
    };
  },
);

/**
 * Returns the function that suggests a correction of an unknown id of a shared table: `suggestSize` for
 * sizes, which have many spellings, otherwise `suggest`.
 */
function suggestOf(table: SharedTable): typeof suggest {
  return table === 'sizes' ? suggestSize : suggest;
}

function referenceKind(
  name: string,
  table: SharedTable,
  words: ReferenceKind['words'],
  references: ReferenceKind['references'],
): ReferenceKind {
  return { name, table, words, references };
}

/**
 * Returns a function that extracts the id in `member` of a product, with its JSON path. The function returns a list
 * with one element, or an empty list if the product lacks the member.
 */
function memberReference(member: 'brand' | 'category' | 'tag' | 'for' | 'sizeChart') {
  return (product: Product): readonly Reference[] => {
    const id = product[member];
    return id === undefined ? [] : [{ path: [member], id }];
  };
}

/** Returns a function that extracts the ids in the list `member` of a product, each with its JSON path. */
function listReferences(member: 'inspiration' | 'fabrics' | 'materials' | 'sizes') {
  return (product: Product): readonly Reference[] =>
    (product[member] ?? []).map((id, index) => ({ path: [member, index], id }));
}
