import type { Draft } from '../../../content/draft.ts';
import type { Fault } from '../../../content/findings/finding.ts';
import { type SharedTable, sharedTables } from '../../../content/schemas/shared-tables.ts';
import { assetNames } from '../asset-names.ts';
import { mayLack } from '../left-out.ts';
import { isElsewhere, picturesOf } from '../product/pictures.ts';
import { filesOf } from '../product/unknown-drawing.ts';
import type { ContentRule } from '../rule.ts';
import { areProductsKnown, entryUses } from './entry-uses.ts';

export const unusedEntry: ContentRule = {
  id: 'shared/unused-entry',
  severity: 'warning',
  summary: 'Every entry of a shared file, every drawing and every asset is used by something.',
  remedy: 'Remove what is not used any more, or name it where it was meant to be.',
  *check(draft) {
    for (const { table, unused, named, isKnown } of entryUses) {
      if (!isKnown(draft)) continue;
      const entries = new Map(entriesOf(table, draft));
      for (const id of unusedOf(entries.keys(), named(draft))) {
        yield { file: sharedTables[table].file, ...entries.get(id), message: `${unused} "${id}"` };
      }
    }
    if (areProductsKnown(draft)) yield* unusedFiles(draft);
  },
};

/**
 * What is there and not named. Nothing, where something is named that is not there: it may be meant
 * for any of them, and is told by the rules about references.
 */
function unusedOf(there: Iterable<string>, named: Iterable<string | undefined>): string[] {
  const used = new Set(named);
  const all = new Set(there);
  for (const id of used) if (id !== undefined && !all.has(id)) return [];
  return [...all].filter((id) => !used.has(id));
}

/** The ids of a table, and where each is. */
function entriesOf(table: SharedTable, draft: Draft): [string, Pick<Fault, 'path' | 'atName'>][] {
  const { member } = sharedTables[table];
  if (table === 'sizes') return draft.sizes.map((size, index) => [size, { path: [member, index] }]);
  return [...(draft.ids[table] ?? [])].map((id) => [id, { path: [member, id], atName: true }]);
}

function* unusedFiles(draft: Draft): Generator<Fault> {
  const { products, decorations, drawings } = draft;
  const drawn = products.flatMap(({ product: { drawing } }) =>
    drawing === undefined ? [] : filesOf(drawing),
  );
  for (const name of unusedOf(drawings.keys(), drawn)) {
    yield { file: `drawings/${name}`, message: 'no product is drawn from this file' };
  }
  if (mayLack(draft, 'decorations.json', 'decorations')) return;
  const icons = Object.values(decorations).map(({ icon }) => icon);
  const pictures = products.flatMap(({ product }) => picturesOf(product).map(({ file }) => file));
  const shown = [...icons, ...pictures].filter((file) => !isElsewhere(file));
  for (const name of unusedOf(assetNames(draft), shown)) {
    yield { file: `assets/${name}`, message: 'no product and no decoration shows this file' };
  }
}
