/**
 * The ids to which content refers: each kind with the file that defines it. `referenceTo` marks the members of schemas
 * that have such ids. Rules about unknown and unused ids, and the JSON Schemas of editors, derive from both.
 */
import { z } from 'zod';
import type { JsonPath } from '../findings/finding.ts';
import { withoutWrappers } from './names-at.ts';
import { assetSchema } from './values.ts';

/** Shared table → its file and member, and what messages call one id and several. */
const tables = {
  brands: ['brands.json', 'brands', 'brand', 'brands'],
  categories: ['categories.json', 'categories', 'category', 'categories'],
  tags: ['tags.json', 'tags', 'tag', 'tags'],
  families: ['colors.json', 'families', 'family', 'families'],
  colors: ['colors.json', 'colors', 'colour', 'colours'],
  for: ['facets.json', 'for', 'audience (“for”)', 'audiences (“for”)'],
  inspiration: ['facets.json', 'inspiration', 'inspiration', 'inspirations'],
  fabrics: ['facets.json', 'fabrics', 'fabric', 'fabrics'],
  materials: ['facets.json', 'materials', 'material', 'materials'],
  decorations: ['decorations.json', 'decorations', 'decoration', 'decorations'],
  companies: ['companies.json', 'companies', 'company', 'companies'],
  sizes: ['sizes.json', 'sizes', 'size', 'sizes'],
  sizeCharts: ['size-charts.json', 'charts', 'size chart', 'size charts'],
  measures: ['size-charts.json', 'measures', 'measure', 'measures'],
  locations: ['locations.json', 'locations', 'location', 'locations'],
} as const;

/** The name of a shared table: a member of a shared file that defines ids, such as `brands`. */
export type SharedTable = keyof typeof tables;

/** The facts of a shared table; see `tables`. */
type TableFacts = Readonly<Record<'file' | 'member' | 'one' | 'several', string>>;

/** Shared table → its facts. */
export const sharedTables = Object.fromEntries<TableFacts>(
  Object.entries(tables).map(([name, [file, member, one, several]]) => {
    return [name, { file, member, one, several }];
  }),
) as Readonly<Record<SharedTable, TableFacts>>;

/** A shared table, a price tier, a picture in `assets/`, or a drawing. */
export type ReferenceKind = SharedTable | 'tiers' | 'assets' | 'drawings';

/** Files of shared tables that may be missing; the table then has no ids. */
export const optionalFiles: ReadonlySet<string> = new Set([sharedTables.locations.file]);

/** Members of shared tables that may be missing in their file; the table then has no ids. */
export const optionalMembers: ReadonlySet<string> = new Set([sharedTables.measures.member]);

/**
 * What defines the ids of one kind: the keys (or the items, if it is a list) of the member `at` of a file, with other
 * names in the member `aliases`; or the pictures (`assets`) or pairs of files (`drawings`) in a folder.
 */
export type IdSource =
  | { readonly file: string; readonly at: readonly string[]; readonly aliases?: string }
  | { readonly folder: 'assets' | 'drawings' };

const tableSources = Object.fromEntries<IdSource>(
  Object.entries(sharedTables).map(([kind, { file, member }]) => [kind, { file, at: [member] }]),
) as Record<SharedTable, IdSource>;

/** Kind of id → the file or folder that defines the ids of this kind. */
export const idSources: Readonly<Record<ReferenceKind, IdSource>> = {
  ...tableSources,
  sizes: { file: sharedTables.sizes.file, at: [sharedTables.sizes.member], aliases: 'aliases' },
  tiers: { file: 'catalogue.json', at: ['tiers', 'all'] },
  assets: { folder: 'assets' },
  drawings: { folder: 'drawings' },
};

/**
 * Returns the ids that a member of a parsed JSON file defines: its keys, or its items if it is a list. Returns
 * undefined if `json` is not an object, or if the member is neither an object nor a list; an optional member may be missing.
 */
export function idsOf(json: unknown, member: string): ReadonlySet<string> | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const ids: unknown = (json as Record<string, unknown>)[member];
  if (ids === undefined && optionalMembers.has(member)) return new Set();
  if (Array.isArray(ids)) return new Set(ids.map(String));
  return typeof ids === 'object' && ids !== null ? new Set(Object.keys(ids)) : undefined;
}

const referenceKinds = z.registry<{ kind: ReferenceKind }>();

/**
 * Returns the schema of a member whose value is an id of the given kind. It accepts every text (every path or URL of a
 * picture): rules report unknown ids, with what was meant.
 */
export function referenceTo(kind: ReferenceKind): z.ZodString {
  // Cloned, because the kind must not be registered for the shared schema.
  const schema = kind === 'assets' ? assetSchema.clone() : z.string();
  return schema.register(referenceKinds, { kind });
}

/** Returns the kind of ids to which a schema from `referenceTo` refers; undefined for other schemas. */
export function referredKind(schema: z.core.$ZodType): ReferenceKind | undefined {
  return referenceKinds.get(schema)?.kind;
}

/** Stands for each item of a list, or each member of a table, in the path of a `ReferencePlace`. */
const each = '*';

/** A member that has an id of some kind: its path, such as `['colors', '*', 'color']`. */
export interface ReferencePlace {
  readonly kind: ReferenceKind;
  readonly path: readonly string[];
}

/** Returns every member with an id in a schema, in the order of the schema. */
export function referencePlaces(
  schema: z.core.$ZodType,
  path: readonly string[] = [],
): readonly ReferencePlace[] {
  const inner = withoutWrappers(schema);
  const kind = referredKind(inner);
  if (kind !== undefined) return [{ kind, path }];
  if (inner instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, member]) =>
      referencePlaces(member, [...path, name]),
    );
  }
  if (inner instanceof z.ZodArray) return referencePlaces(inner.element, [...path, each]);
  if (inner instanceof z.ZodUnion) {
    return inner.options.flatMap((option) => referencePlaces(option, path));
  }
  return inner instanceof z.ZodRecord ? referencePlaces(inner.valueType, [...path, each]) : [];
}

/** Yields the ids at a place in a value, such as a product, each with its JSON path. */
export function* idsAt(
  value: unknown,
  place: readonly string[],
  path: JsonPath = [],
): Generator<readonly [path: JsonPath, id: string]> {
  const [part, ...rest] = place;
  if (value === undefined) return;
  if (part === undefined) {
    if (typeof value === 'string') yield [path, value];
  } else if (part !== each) {
    yield* idsAt((value as Record<string, unknown>)[part], rest, [...path, part]);
  } else {
    const isList = Array.isArray(value);
    for (const [name, item] of Object.entries(value as object)) {
      yield* idsAt(item, rest, [...path, isList ? Number(name) : name]);
    }
  }
}
