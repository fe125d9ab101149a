import type { Fault } from '../../findings/finding.ts';
import type { Draft } from '../../load/draft.ts';
import { type SharedTable, sharedTables } from '../../load/shared-tables.ts';
import { mayLack } from '../left-out.ts';
import { picturesOf } from '../product/pictures.ts';
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
      const used = new Set(named(draft));
      for (const [id, place] of entriesOf(table, draft)) {
        if (!used.has(id)) yield { ...place, message: `${unused} "${id}"` };
      }
    }
    if (areProductsKnown(draft)) yield* unusedFiles(draft);
  },
};

/** The ids of a table, and where each is. */
function entriesOf(table: SharedTable, draft: Draft): [string, Omit<Fault, 'message'>][] {
  const { file, member } = sharedTables[table];
  if (table === 'sizes') {
    return draft.sizes.map((size, index) => [size, { file, path: [member, index] }]);
  }
  const ids = [...(draft.ids[table] ?? [])];
  return ids.map((id) => [id, { file, path: [member, id], atName: true }]);
}

function* unusedFiles(draft: Draft): Generator<Fault> {
  const { products, decorations, drawings, assets } = draft;
  const drawn = new Set(products.flatMap(({ product: { drawing } }) => filesOf(drawing ?? '')));
  for (const name of drawings.keys()) {
    if (drawn.has(name)) continue;
    yield { file: `drawings/${name}`, message: 'no product is drawn from this file' };
  }
  if (mayLack(draft, 'decorations.json', 'decorations')) return;
  const shown = new Set([
    ...Object.values(decorations).map(({ icon }) => icon),
    ...products.flatMap(({ product }) => picturesOf(product).map(({ file }) => file)),
  ]);
  for (const name of assets.keys()) {
    if (shown.has(name)) continue;
    yield { file: `assets/${name}`, message: 'no product and no decoration shows this file' };
  }
}
