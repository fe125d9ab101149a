/** Which file and member define the ids of each kind that content refers to. */

/** By kind: the file below the content folder, and the member that is keyed by id or lists them. */
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

/** The files of tables that content may do without: they define no id then. */
export const optionalFiles: ReadonlySet<string> = new Set([sharedTables.locations.file]);

/** The ids that a member of a file's JSON defines; undefined when there is no such member. */
export function idsOf(json: unknown, member: string): ReadonlySet<string> | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const table: unknown = (json as Record<string, unknown>)[member];
  if (Array.isArray(table)) return new Set(table.map(String));
  return typeof table === 'object' && table !== null ? new Set(Object.keys(table)) : undefined;
}
