/** Lists the ids of shared content that the API shows: clients store them, so they must not change by accident. */
import type { SharedContent } from './content.ts';
import type { SharedTable } from './schemas/references.ts';
import type { LocalizedText } from './schemas/text.ts';

/** Shared table → id → name of the entry, in the first language that it has. */
export type PublicIds = Readonly<Partial<Record<SharedTable, Readonly<Record<string, string>>>>>;

/** Returns the ids that details and lists show, with their names. */
export function publicIdsOf({ facets, ...content }: SharedContent): PublicIds {
  const texts = {
    ...{ brands: names(content.brands), categories: names(content.categories) },
    ...{ families: names(content.families), colors: names(content.colors) },
    ...{ decorations: names(content.decorations), locations: names(content.locations) },
    measures: names(content.measures),
    ...{ for: facets.for, inspiration: facets.inspiration, fabrics: facets.fabrics },
    tags: mapValues(content.tags, ({ label }) => label),
    sizeCharts: mapValues(content.sizeCharts, ({ label }) => label),
  };
  return mapValues(texts, (table) => mapValues<string | LocalizedText, string>(table, firstText));
}

function names<Name>(table: Readonly<Record<string, { readonly name: Name }>>) {
  return mapValues(table, ({ name }) => name);
}

function firstText(text: string | LocalizedText): string {
  return typeof text === 'string' ? text : (Object.values(text)[0] ?? '');
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
