/**
 * References: members that name what another place of the content holds. A schema checks the shape
 * of a reference only; that it leads somewhere is a content rule, and editors are offered what there
 * is when `npm run schemas` has written it down.
 */
import { z } from 'zod';
import { type SharedTable, sharedTables } from './shared-tables.ts';
import { assetSchema, idSchema } from './values.ts';

/**
 * Where the ids of a kind are: the keys or items of a member of a file, or the files of a folder. `aliases` is a member
 * whose keys may stand for ids.
 */
export type ReferenceHome =
  | { readonly file: string; readonly at: readonly string[]; readonly aliases?: string }
  | { readonly folder: 'assets' | 'drawings' };

/** Every kind of reference and where its ids are. */
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

/** Shapes of the references that are no ids. */
const shapes: Partial<Record<ReferenceKind, z.ZodString>> = {
  assets: assetSchema,
  materials: z.string(),
  sizes: z.string(),
  tiers: z.string(),
};

const marks = z.registry<{ kind: ReferenceKind }>();

/** The schema of a reference of a kind. */
export function referenceTo(kind: ReferenceKind): z.ZodString {
  // A copy, since the mark must not stick to the shape itself.
  return (shapes[kind] ?? idSchema).clone().register(marks, { kind });
}

/** What a schema made by `referenceTo`, or described afterwards, refers to; of others nothing. */
export function referredKind(schema: z.core.$ZodType): ReferenceKind | undefined {
  return marks.get(schema)?.kind;
}
