/**
 * The ids to which content refers, by kind: what defines them, and what messages call them. `referenceTo` marks the
 * members of schemas that have such ids. Rules about unknown and unused ids, and the JSON Schemas of editors, derive
 * from both: a new kind of id is an entry here, and its rule in `unknown-ids.ts` or `unknown-cells.ts`.
 */
import { z } from 'zod';
import type { JsonPath } from '../findings/finding.ts';
import { withoutWrappers } from './names-at.ts';
import { assetSchema } from './values.ts';

/** What defines the ids of a kind: the names of a table, or the items of a list, in a shared file. */
export interface IdSource {
  readonly file: string;
  /** The JSON path of the table or list. */
  readonly at: readonly string[];
  /** What messages call one id, and several. */
  readonly one: string;
  readonly several: string;
  /** The member with other names for the ids. */
  readonly aliases?: string;
  /** What may be missing; there are then no ids. */
  readonly optional?: 'file' | 'member';
}

type MoreOfSource = Pick<IdSource, 'aliases' | 'optional'>;

function source(file: string, at: string, one: string, several: string, more?: MoreOfSource) {
  return { file, at: at.split('.'), one, several, ...more };
}

const sources = {
  brands: source('brands.json', 'brands', 'brand', 'brands'),
  categories: source('categories.json', 'categories', 'category', 'categories'),
  tags: source('tags.json', 'tags', 'tag', 'tags'),
  families: source('colors.json', 'families', 'family', 'families'),
  colors: source('colors.json', 'colors', 'colour', 'colours'),
  for: source('facets.json', 'for', 'audience (“for”)', 'audiences (“for”)'),
  inspiration: source('facets.json', 'inspiration', 'inspiration', 'inspirations'),
  fabrics: source('facets.json', 'fabrics', 'fabric', 'fabrics'),
  materials: source('facets.json', 'materials', 'material', 'materials'),
  decorations: source('decorations.json', 'decorations', 'decoration', 'decorations'),
  companies: source('companies.json', 'companies', 'company', 'companies'),
  sizes: source('sizes.json', 'sizes', 'size', 'sizes', { aliases: 'aliases' }),
  sizeCharts: source('size-charts.json', 'charts', 'size chart', 'size charts'),
  measures: source('size-charts.json', 'measures', 'measure', 'measures', { optional: 'member' }),
  locations: source('locations.json', 'locations', 'location', 'locations', { optional: 'file' }),
  tiers: source('catalogue.json', 'tiers.all', 'tier', 'tiers'),
};

/** A kind of id that a shared file defines, such as `brands`. */
export type SharedTable = keyof typeof sources;

/** Kind of id → the shared file that defines the ids of this kind. */
export const idSources: Readonly<Record<SharedTable, IdSource>> = sources;

/** A kind of id, a picture in `assets/`, or a drawing: two files in `drawings/`. */
export type ReferenceKind = SharedTable | 'assets' | 'drawings';

/** Kind of id → the shared file or the folder that defines the ids of this kind. */
export const allSources: Readonly<Record<ReferenceKind, IdSource>> = {
  ...sources,
  assets: { file: 'assets/', at: [], one: 'picture', several: 'pictures' },
  drawings: { file: 'drawings/', at: [], one: 'drawing', several: 'drawings' },
};

/** Returns the ids that a parsed JSON file defines, or undefined if it has neither an object nor a list at the path. */
export function idsOf({ at, optional }: IdSource, json: unknown): string[] | undefined {
  const ids = at.reduce(
    (value, member) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[member],
    json,
  );
  if (ids === undefined && optional === 'member' && json instanceof Object) return [];
  if (Array.isArray(ids)) return ids.map(String);
  return typeof ids === 'object' && ids !== null ? Object.keys(ids) : undefined;
}

const referenceKinds = z.registry<{ kind: ReferenceKind }>();

/** Returns the schema of a member with an id. It accepts every text, or path or URL of a picture: rules check the id. */
export function referenceTo(kind: ReferenceKind): z.ZodString {
  // Cloned, because the kind must not be registered for the shared schema.
  const schema = kind === 'assets' ? assetSchema.clone() : z.string();
  return schema.register(referenceKinds, { kind });
}

/** Returns the kind of ids to which a schema from `referenceTo` refers; undefined for other schemas. */
export function referredKind(schema: z.core.$ZodType): ReferenceKind | undefined {
  return referenceKinds.get(schema)?.kind;
}

/** A member that has an id: its path, in which `*` stands for each item or name, such as `['colors', '*', 'color']`. */
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
  if (inner instanceof z.ZodArray) return referencePlaces(inner.element, [...path, '*']);
  if (inner instanceof z.ZodRecord) return referencePlaces(inner.valueType, [...path, '*']);
  if (!(inner instanceof z.ZodUnion)) return [];
  return inner.options.flatMap((option) => referencePlaces(option, path));
}

/** Yields the texts at a place in a value, such as a product, each with its JSON path. */
export function* idsAt(
  value: unknown,
  [part, ...rest]: readonly string[],
  path: JsonPath = [],
): Generator<readonly [path: JsonPath, id: string]> {
  if (typeof value === 'string' && part === undefined) yield [path, value];
  if (typeof value !== 'object' || value === null || part === undefined) return;
  if (part !== '*') yield* idsAt(value[part as keyof object], rest, [...path, part]);
  else {
    for (const [name, item] of Object.entries(value)) {
      yield* idsAt(item, rest, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  }
}
