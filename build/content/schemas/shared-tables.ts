/**
 * Lists the shared tables: members of shared files that define ids for other content, such as `families` of
 * `colors.json`.
 */

/**
 * Shared table → the file that defines it, within the content folder, and the member of this file whose keys (or items,
 * if it is a list) are the ids.
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
  measures: { file: 'size-charts.json', member: 'measures' },
  locations: { file: 'locations.json', member: 'locations' },
} as const;
/** The name of a shared table, such as `brands`. */
export type SharedTable = keyof typeof sharedTables;

/** Files of shared tables that may be missing; the table then has no ids. */
export const optionalFiles: ReadonlySet<string> = new Set([sharedTables.locations.file]);

/** Members of shared tables that may be missing in their file; the table then has no ids. */
export const optionalMembers: ReadonlySet<string> = new Set([sharedTables.measures.member]);

/**
 * Returns the ids that a member of a parsed JSON file defines: its keys, or its items if it is a list. Returns
 * undefined if `json` is not an object, or if the member is neither an object nor a list. An optional member that is
 * missing defines no ids.
 */
export function idsOf(json: unknown, member: string): ReadonlySet<string> | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const table: unknown = (json as Record<string, unknown>)[member];
  if (table === undefined && optionalMembers.has(member)) return new Set();
  if (Array.isArray(table)) return new Set(table.map(String));
  return typeof table === 'object' && table !== null ? new Set(Object.keys(table)) : undefined;
}
