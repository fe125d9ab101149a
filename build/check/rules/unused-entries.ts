/** The rule that every entry of a shared file, every drawing and every asset is used. */

import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { type SharedTable, sharedTables } from '../../content/schemas/shared-tables.ts';
import { mayLack } from './left-out.ts';
import { onceFor } from './once-for.ts';
import { assetNames, filesOf, isElsewhere, picturesOf } from './picture-rules.ts';
import type { ContentRule, Product } from './rule.ts';

/** How the entries of a table are used. */
interface EntryUse {
  readonly table: SharedTable;
  /** The message about an unused entry; its id follows. */
  readonly unused: string;
  /** The ids in use. */
  readonly named: (content: PartialContent) => Iterable<string | undefined>;
  /** False if a use may be in a part that could not be read. */
  readonly isKnown: (content: PartialContent) => boolean;
}

/** True if every product was read as a whole, so that all uses are known. */
const areProductsKnown = onceFor(
  ({ products }: PartialContent) => products.length > 0 && products.every(({ whole }) => whole),
);

/** Describes the use of an entry that products name. */
function byProducts(
  table: SharedTable,
  unused: string,
  idsIn: (product: Product) => readonly (string | undefined)[] | undefined,
): EntryUse {
  return {
    table,
    unused: `no product ${unused}`,
    isKnown: areProductsKnown,
    named({ products }) {
      const ids = new Set<string | undefined>();
      for (const { product } of products) {
        for (const id of idsIn(product) ?? []) ids.add(id);
      }
      return ids;
    },
  };
}

/** Every table with its uses. A row of a size chart does not count as a use of its size. */
const entryUses: readonly EntryUse[] = [
  byProducts('brands', 'is of the brand', ({ brand }) => [brand]),
  byProducts('categories', 'is in the category', ({ category }) => [category]),
  byProducts('tags', 'has the tag', ({ tag }) => [tag]),
  byProducts('colors', 'comes in the colour', ({ colors }) => colors?.map(({ color }) => color)),
  byProducts('for', 'is for', (product) => [product.for]),
  byProducts('inspiration', 'has the inspiration', ({ inspiration }) => inspiration),
  byProducts('fabrics', 'is of the fabric', ({ fabrics }) => fabrics),
  byProducts('materials', 'is of the material', ({ materials }) => materials),
  byProducts(
    'decorations',
    'takes the decoration',
    (product) => product.customization?.decorations,
  ),
  byProducts('sizes', 'comes in the size', ({ sizes }) => sizes),
  byProducts('sizeCharts', 'has the size chart', ({ sizeChart }) => [sizeChart]),
  {
    table: 'families',
    unused: 'no colour is of the family',
    named: ({ colors }) => Object.values(colors).flatMap(({ families }) => families),
    isKnown: (content) => !mayLack(content, 'colors.json', 'colors'),
  },
  {
    table: 'companies',
    unused: 'active-products.csv has no row of the company',
    named: ({ activeProducts }) => activeProducts.rows.map(({ company }) => company),
    isKnown: ({ activeProducts: { readable, doubtful } }) => readable && doubtful.size === 0,
  },
  {
    table: 'locations',
    unused: 'inventory.csv has no row of the location',
    named: ({ products }) => new Set(products.flatMap(({ locations = [] }) => locations)),
    isKnown: (content) =>
      content.inventory.readable && !mayLack(content, content.inventory.file, 'location'),
  },
];

/** Entries in the order of the tables, then files. */
export const unusedEntry: ContentRule = {
  id: 'shared/unused-entry',
  severity: 'warning',
  summary: 'Every entry of a shared file, every drawing and every asset is used by something.',
  remedy: 'Remove the entry, or refer to it.',
  *check(content) {
    for (const { table, unused, named, isKnown } of entryUses) {
      if (!isKnown(content)) continue;
      const entries = new Map(entriesOf(table, content));
      for (const id of unusedOf(entries.keys(), named(content))) {
        yield { file: sharedTables[table].file, ...entries.get(id), message: `${unused} "${id}"` };
      }
    }
    if (areProductsKnown(content)) yield* unusedFiles(content);
  },
};

/** Returns the ids of a table that nothing names, as far as the content could be read. */
export function unusedIds(table: SharedTable, content: PartialContent): readonly string[] {
  return unusedByTable(content).get(table) ?? [];
}

const unusedByTable = onceFor(
  (content: PartialContent): ReadonlyMap<SharedTable, readonly string[]> => {
    return new Map(
      entryUses.map(({ table, named }) => {
        const used = new Set(named(content));
        return [table, entriesOf(table, content).flatMap(([id]) => (used.has(id) ? [] : [id]))];
      }),
    );
  },
);

/**
 * Returns the existing names that are not in use. Returns none if a name in use does not exist: it may
 * mean any of them, and the rules about references report it.
 */
function unusedOf(there: Iterable<string>, named: Iterable<string | undefined>): string[] {
  const used = new Set(named);
  const all = new Set(there);
  for (const id of used) if (id !== undefined && !all.has(id)) return [];
  return [...all].filter((id) => !used.has(id));
}

/** Returns the ids of a table and their places. */
export function entriesOf(
  table: SharedTable,
  content: PartialContent,
): [string, Pick<Fault, 'path' | 'atName'>][] {
  const { member } = sharedTables[table];
  if (table === 'sizes')
    return content.sizes.map((size, index) => [size, { path: [member, index] }]);
  return [...(content.ids[table] ?? [])].map((id) => [id, { path: [member, id], atName: true }]);
}

function* unusedFiles(content: PartialContent): Generator<Fault> {
  const { products, decorations, drawings } = content;
  const drawn = products.flatMap(({ product: { drawing } }) =>
    drawing === undefined ? [] : filesOf(drawing),
  );
  for (const name of unusedOf(drawings.keys(), drawn)) {
    yield { file: `drawings/${name}`, message: 'no product is drawn from this file' };
  }
  if (mayLack(content, 'decorations.json', 'decorations')) return;
  const icons = Object.values(decorations).map(({ icon }) => icon);
  const shown = new Set(icons.filter((file) => !isElsewhere(file)));
  for (const { product } of products) {
    for (const file of picturesOf(product)) if (!isElsewhere(file)) shown.add(file);
  }
  for (const name of unusedOf(assetNames(content), shown)) {
    yield { file: `assets/${name}`, message: 'no product and no decoration shows this file' };
  }
}
