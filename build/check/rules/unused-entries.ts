/**
 * The rule that reports unused drawings, unused assets, and unused entries of shared tables. A shared table is a
 * member of a shared file, such as `families` of `colors.json`.
 */

import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { type SharedTable, sharedTables } from '../../content/schemas/shared-tables.ts';
import { memoize } from './memoize.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { assetNames, drawingFiles, isRemotePicture, picturesOf } from './picture-rules.ts';
import { withFaultyRows } from './rows-of-products.ts';
import type { ContentRule, Product } from './rule.ts';

/** Describes which content refers to the entries of one shared table, by their ids. */
interface EntryUse {
  readonly table: SharedTable;
  /** The beginning of the message about an unused entry, such as `no product is of the brand`; the id follows it. */
  readonly unused: string;
  /** Returns the ids to which content refers; undefined elements are ignored. */
  readonly usedIds: (content: PartialContent) => Iterable<string | undefined>;
  /**
   * Returns true if all content that may use the entries could be read. Otherwise no entry of the table is reported,
   * because content that could not be read may use it.
   */
  readonly isKnown: (content: PartialContent) => boolean;
}

/** Returns true if there are products and all were read completely, so that all uses are known. */
const areProductsKnown = memoize(
  ({ products }: PartialContent) => products.length > 0 && products.every(({ whole }) => whole),
);

/**
 * Returns the `EntryUse` of a shared table whose ids are used only in product files. `unused` is the part of the
 * message after `no product`, such as `is of the brand`. `idsIn` returns the ids of this table that a product uses.
 */
function byProducts(
  table: SharedTable,
  unused: string,
  idsIn: (product: Product) => readonly (string | undefined)[] | undefined,
): EntryUse {
  return {
    table,
    unused: `no product ${unused}`,
    isKnown: areProductsKnown,
    usedIds({ products }) {
      const ids = new Set<string | undefined>();
      for (const { product } of products) {
        for (const id of idsIn(product) ?? []) ids.add(id);
      }
      return ids;
    },
  };
}

/**
 * For each shared table, the content that refers to its entries. A size that only size charts refer to counts as
 * unused.
 */
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
    usedIds: ({ colors }) => Object.values(colors).flatMap(({ families }) => families),
    isKnown: (content) => !mayBeIncomplete(content, 'colors.json', 'colors'),
  },
  {
    table: 'measures',
    unused: 'no size chart has the measure',
    usedIds: ({ sizeCharts }) =>
      Object.values(sizeCharts).flatMap(({ measures }) =>
        measures.filter((measure) => typeof measure === 'string'),
      ),
    isKnown: (content) => !mayBeIncomplete(content, 'size-charts.json', 'charts'),
  },
  {
    table: 'companies',
    unused: 'active-products.csv has no row of the company',
    usedIds: ({ activeProducts }) =>
      withFaultyRows(activeProducts, ['company']).rows.map(({ company }) => company),
    isKnown: ({ activeProducts: { readable, faulty } }) => readable && faulty.length === 0,
  },
  {
    table: 'locations',
    unused: 'inventory.csv has no row of the location',
    // Rows without a product are in the table itself.
    usedIds: ({ products, inventory }) =>
      new Set([
        ...products.flatMap(({ locations = [] }) => locations),
        ...withFaultyRows(inventory, ['location']).rows.map(({ location }) => location),
      ]),
    isKnown: (content) =>
      content.inventory.readable && !mayBeIncomplete(content, content.inventory.file, 'location'),
  },
];

/**
 * Reports entries of shared tables that nothing refers to, then unused drawings and assets. Skips what may be in use:
 * - a table, if content that may refer to its entries could not be read, or refers to an unknown id; a table to which
 *   only products refer also if there is no product;
 * - all drawings and assets, if there is no product, or a product could not be read completely;
 * - all drawings also if `drawings/` lacks one of the two files of a product's drawing, such as `tee-back.svg`;
 * - all assets also if a decoration could not be read completely, or if a product or decoration shows an asset that
 *   does not exist or could not be read.
 */
export const unusedEntry: ContentRule = {
  id: 'shared/unused-entry',
  severity: 'warning',
  summary: 'Every entry of a shared file, every drawing and every asset is used by something.',
  remedy: 'Remove the entry, or refer to it.',
  *check(content) {
    for (const { table, unused, usedIds, isKnown } of entryUses) {
      if (!isKnown(content)) continue;
      const entries = new Map(entriesOf(table, content));
      for (const id of unusedOf(entries.keys(), usedIds(content))) {
        yield { file: sharedTables[table].file, ...entries.get(id), message: `${unused} "${id}"` };
      }
    }
    if (areProductsKnown(content)) yield* unusedFiles(content);
  },
};

/**
 * Returns the ids of a shared table that the readable content does not refer to. Parts of the content that
 * could not be read may still refer to them.
 */
export function unusedIds(table: SharedTable, content: PartialContent): readonly string[] {
  return unusedByTable(content).get(table) ?? [];
}

/** Returns shared table → ids that the readable content does not refer to. */
const unusedByTable = memoize(
  (content: PartialContent): ReadonlyMap<SharedTable, readonly string[]> => {
    return new Map(
      entryUses.map(({ table, usedIds }) => {
        const used = new Set(usedIds(content));
        return [table, entriesOf(table, content).flatMap(([id]) => (used.has(id) ? [] : [id]))];
      }),
    );
  },
);

/**
 * Returns the existing names that nothing uses. Returns an empty list if `uses` contains a name that does not
 * exist: it may be a misspelt form of any existing name, and the rules about references report it.
 */
function unusedOf(existing: Iterable<string>, uses: Iterable<string | undefined>): string[] {
  const used = new Set(uses);
  const all = new Set(existing);
  for (const id of used) if (id !== undefined && !all.has(id)) return [];
  return [...all].filter((id) => !used.has(id));
}

/**
 * Returns the ids of a shared table, each with the JSON path of its entry in the table's file. The ids are names of
 * members, so a finding marks the name (`atName`): `['navy', { path: ['colors', 'navy'], atName: true }]`. Only the
 * table `sizes` is a list, whose values are the ids: `['XL', { path: ['sizes', 3] }]`.
 */
export function entriesOf(
  table: SharedTable,
  content: PartialContent,
): [string, Pick<Fault, 'path' | 'atName'>][] {
  const { member } = sharedTables[table];
  if (table === 'sizes')
    return content.sizes.map((size, index) => [size, { path: [member, index] }]);
  return [...(content.ids[table] ?? [])].map((id) => [id, { path: [member, id], atName: true }]);
}

/**
 * Yields a fault for each unused drawing and asset. All products of `content` must have been read completely. Yields no
 * fault about assets if a decoration could not be read.
 */
function* unusedFiles(content: PartialContent): Generator<Fault> {
  const { products, decorations, drawings } = content;
  const drawn = products.flatMap(({ product: { drawing } }) =>
    drawing === undefined ? [] : drawingFiles(drawing),
  );
  for (const name of unusedOf(drawings.keys(), drawn)) {
    yield { file: `drawings/${name}`, message: 'no product is drawn from this file' };
  }
  if (mayBeIncomplete(content, 'decorations.json', 'decorations')) return;
  const icons = Object.values(decorations).map(({ icon }) => icon);
  const shown = new Set(icons.filter((file) => !isRemotePicture(file)));
  for (const { product } of products) {
    for (const file of picturesOf(product)) if (!isRemotePicture(file)) shown.add(file);
  }
  for (const name of unusedOf(assetNames(content), shown)) {
    yield { file: `assets/${name}`, message: 'no product and no decoration shows this file' };
  }
}
