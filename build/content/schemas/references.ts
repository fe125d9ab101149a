/**
 * References: members that name an id defined elsewhere in the content. A schema only checks the format of a
 * reference; content rules check that the id exists. `npm run schemas` writes the existing ids for editors.
 */
import { z } from 'zod';
import { type SharedTable, sharedTables } from './shared-tables.ts';
import { assetSchema, idSchema } from './values.ts';

/**
 * The place of the ids of a kind: the keys or items of a member of a file, or the files of a folder.
 * `aliases` is a member whose keys may replace ids.
 */
export type ReferenceHome =
  | { readonly file: string; readonly at: readonly string[]; readonly aliases?: string }
  | { readonly folder: 'assets' | 'drawings' };

/** Every kind of reference with the place of its ids. */
export const referenceHomes: Readonly<Record<ReferenceKind, ReferenceHome>> = {
  ...mapValues(sharedTables, ({ file, member }) => ({ file, at: [member] })),
  sizes: { file: sharedTables.sizes.file, at: [sharedTables.sizes.member], aliases: 'aliases' },
  tiers: { file: 'catalogue.json', at: ['tiers', 'all'] },
  assets: { folder: 'assets' },
  drawings: { folder: 'drawings' },
};

export type ReferenceKind = SharedTable | 'tiers' | 'assets' | 'drawings';

function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  map: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

/** Schemas of the references that are not ids. */
const shapes: Partial<Record<ReferenceKind, z.ZodString>> = {
  assets: assetSchema,
  materials: z.string(),
  sizes: z.string(),
  tiers: z.string(),
};

const marks = z.registry<{ kind: ReferenceKind }>();

/** Returns the schema of a reference of a kind. */
export function referenceTo(kind: ReferenceKind): z.ZodString {
  // A copy, because the metadata must not be added to the shared schema.
  return (shapes[kind] ?? idSchema).clone().register(marks, { kind });
}

/**
 * Returns the kind of a schema made by `referenceTo`, even if it was described afterwards; undefined for
 * other schemas.
 */
export function referredKind(schema: z.core.$ZodType): ReferenceKind | undefined {
  return marks.get(schema)?.kind;
}
