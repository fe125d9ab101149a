/** Lists the file and member that define the ids of each kind. */

/**
 * By kind: the file within the content folder, and the member that is keyed by id or lists the ids.
 */
export const sharedTables = {
  brands: { file: 'brands.json', member: 'brands' },
  categories: { file: 'categories.json', member: 'categories' },
  tags: { file: 'tags.json', member: 'tags' },
  families: { file: 'colors.json', member: 'families' },
  colors: { file: 'colors.json', member: 'colors' },
  for: { file: 'facets.json', member: 'for' },
  inspiration: { file: 'facets.json', member: 'inspiration' },
  fabrics: { file: 'facets.json', member: 'fabrics' },
  materials: { file: 'facets.json', member: 'materials' },
  decorations: { file: 'decorations.json', member: 'decorations' },
  companies: { file: 'companies.json', member: 'companies' },
  sizes: { file: 'sizes.json', member: 'sizes' },
  sizeCharts: { file: 'size-charts.json', member: 'charts' },
  locations: { file: 'locations.json', member: 'locations' },
} as const;
export type SharedTable = keyof typeof sharedTables;

/** The files of optional tables: if one is missing, it defines no id. */
export const optionalFiles: ReadonlySet<string> = new Set([sharedTables.locations.file]);

/** Returns the ids that a member of a file's JSON defines, or undefined if the member is missing. */
export function idsOf(json: unknown, member: string): ReadonlySet<string> | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const table: unknown = (json as Record<string, unknown>)[member];
  if (Array.isArray(table)) return new Set(table.map(String));
  return typeof table === 'object' && table !== null ? new Set(Object.keys(table)) : undefined;
}
