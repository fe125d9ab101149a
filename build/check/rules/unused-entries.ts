/** The rule that reports entries of shared tables, drawings and assets that nothing uses, and the uses of ids. */
import type { Fault } from '../../content/findings/finding.ts';
import { unknownUses } from '../../content/findings/relations.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { productSchema } from '../../content/schemas/product.ts';
import {
  idsAt,
  referencePlaces,
  type SharedTable,
  sharedTables,
} from '../../content/schemas/references.ts';
import { memoize } from './memoize.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { assetNames, drawingFiles, isRemotePicture, picturesOf } from './picture-rules.ts';
import { withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const productPlaces = referencePlaces(productSchema);

/** Returns true if there are products and all were read completely, so that all uses are known. */
const areProductsKnown = memoize(
  ({ products }: PartialContent) => products.length > 0 && products.every(({ whole }) => whole),
);

/** Shared table → the ids that the readable content uses. */
const usedIds = memoize((content: PartialContent): ReadonlyMap<SharedTable, Set<string>> => {
  const { products, colors, sizeCharts, activeProducts, inventory } = content;
  const used = new Map<SharedTable, Set<string>>();
  const add = (kind: string, id: string | undefined) => {
    if (id === undefined) return;
    const ids = used.get(kind as SharedTable) ?? new Set();
    used.set(kind as SharedTable, ids.add(id));
  };
  for (const { product, locations = [] } of products) {
    for (const { kind, path } of productPlaces) {
      for (const [, id] of idsAt(product, path)) add(kind, id);
    }
    for (const id of locations) add('locations', id);
  }
  for (const { families } of Object.values(colors)) for (const id of families) add('families', id);
  for (const { measures } of Object.values(sizeCharts)) {
    for (const id of measures) if (typeof id === 'string') add('measures', id);
  }
  for (const { company } of withFaultyRows(activeProducts, ['company']).rows) {
    add('companies', company);
  }
  // Rows without a product are in the table itself.
  for (const { location } of withFaultyRows(inventory, ['location']).rows) {
    add('locations', location);
  }
  return used;
});

/** Returns true if all content that may use the ids of a table could be read. */
function areUsesKnown(table: SharedTable, content: PartialContent): boolean {
  const { activeProducts, inventory } = content;
  if (table === 'families') return !mayBeIncomplete(content, 'colors.json', 'colors');
  if (table === 'measures') return !mayBeIncomplete(content, 'size-charts.json', 'charts');
  if (table === 'companies') return activeProducts.readable && activeProducts.faulty.length === 0;
  if (table !== 'locations') return areProductsKnown(content);
  return inventory.readable && !mayBeIncomplete(content, inventory.file, 'location');
}

/**
 * Skips what may be in use: entries whose uses could not be read, or that a use of an unknown id may mean; drawings and
 * assets if a product could not be read completely.
 */
export const unusedEntry: ContentRule = {
  id: 'shared/unused-entry',
  severity: 'warning',
  summary: 'Every entry of a shared file, every drawing and every asset is used by something.',
  remedy: 'Remove the entry, or refer to it.',
  *check(content) {
    const about = { explainedBy: [unknownUses] };
    for (const [table, { file, one }] of Object.entries(sharedTables)) {
      const kind = table as SharedTable;
      if (!areUsesKnown(kind, content)) continue;
      const entries = new Map(entriesOf(kind, content));
      for (const id of unusedOf(entries.keys(), usedIds(content).get(kind) ?? [])) {
        yield { file, ...entries.get(id), message: `nothing uses the ${one} "${id}"`, about };
      }
    }
    if (!areProductsKnown(content)) return;
    for (const fault of unusedFiles(content)) yield { ...fault, about };
  },
};

/** Returns the ids of a shared table that the readable content does not use. */
export function unusedIds(table: SharedTable, content: PartialContent): readonly string[] {
  const used = usedIds(content).get(table);
  return entriesOf(table, content).flatMap(([id]) => (used?.has(id) ? [] : [id]));
}

/** Returns the existing names that nothing uses; none if a name that does not exist is used and may mean any of them. */
function unusedOf(existing: Iterable<string>, uses: Iterable<string>): string[] {
  const [used, all] = [new Set(uses), new Set(existing)];
  for (const id of used) if (!all.has(id)) return [];
  return [...all].filter((id) => !used.has(id));
}

/** Returns the ids of a shared table, each with the place of its entry: a name, or an item of the list of sizes. */
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
    drawing === undefined ? [] : drawingFiles(drawing),
  );
  for (const name of unusedOf(drawings.keys(), drawn)) {
    yield { file: `drawings/${name}`, message: 'no product is drawn from this file' };
  }
  if (mayBeIncomplete(content, 'decorations.json', 'decorations')) return;
  const icons = Object.values(decorations).map(({ icon }) => icon);
  const pictures = [...icons, ...products.flatMap(({ product }) => picturesOf(product))];
  const shown = pictures.filter((file) => !isRemotePicture(file));
  for (const name of unusedOf(assetNames(content), shown)) {
    yield { file: `assets/${name}`, message: 'no product and no decoration shows this file' };
  }
}
