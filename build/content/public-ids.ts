/** Lists the ids of shared content that the API shows: clients store them, so they must not change by accident. */
import type { SharedContent } from './content.ts';
import type { SharedTable } from './schemas/references.ts';
import type { LocalizedText } from './schemas/text.ts';

/** Shared table → id → name of the entry, in the first language that it has. */
export type PublicIds = Readonly<Partial<Record<SharedTable, Readonly<Record<string, string>>>>>;

/** An entry of a shared table: an object with a name or a label, or, in `facets.json`, the label itself. */
type Entry = LocalizedText & Readonly<Partial<Record<'name' | 'label', string | LocalizedText>>>;

/** Returns the ids that details and lists show, with their names. */
export function publicIdsOf({ facets, ...content }: SharedContent): PublicIds {
  const { brands, categories, families, colors, decorations, locations, measures } = content;
  const tables: Partial<Record<SharedTable, Readonly<Record<string, Entry>>>> = {
    ...{ brands, categories, families, colors, decorations, locations, measures },
    ...{ for: facets.for, inspiration: facets.inspiration, fabrics: facets.fabrics },
    ...{ tags: content.tags, sizeCharts: content.sizeCharts },
  };
  return Object.fromEntries(
    Object.entries(tables).map(([table, entries]) => {
      const names = Object.entries(entries).map(([id, entry]) => [id, nameOf(entry)]);
      return [table, Object.fromEntries(names)];
    }),
  );
}

function nameOf({ name, label, ...texts }: Entry): string {
  const shown = name ?? label ?? texts;
  return typeof shown === 'string' ? shown : (Object.values(shown)[0] ?? '');
}
