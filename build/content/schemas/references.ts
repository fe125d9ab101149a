/**
 * Schemas of references: members whose value is an id that is defined elsewhere in the content. A schema
 * checks only the format of a reference; content rules check that the id exists. `npm run generate` adds the
 * existing ids to the JSON Schemas for editors.
 */
import { z } from 'zod';
import { type SharedTable, sharedTables } from './shared-tables.ts';
import { assetSchema, idSchema } from './values.ts';

/** The file or folder that defines the ids of one kind: a member of a JSON file, or the files in a folder. */
export type IdSource =
  | {
      /** Path of the JSON file within the content folder. */
      readonly file: string;
      /** Path of the member whose keys are the ids or, if it is a list, whose items are: `['tiers', 'all']`. */
      readonly at: readonly string[];
      /** Name of a member of the same file whose keys may be used instead of ids: `aliases` of `sizes.json`. */
      readonly aliases?: string;
    }
  | {
      /**
       * The ids of `assets` are paths of pictures within that folder. Those of `drawings` are names of drawings: `tee`
       * for `tee-front.svg` and `tee-back.svg`.
       */
      readonly folder: 'assets' | 'drawings';
    };

/** Kind of id → the file or folder that defines the ids of this kind. */
export const idSources: Readonly<Record<ReferenceKind, IdSource>> = {
  ...mapValues(sharedTables, ({ file, member }) => ({ file, at: [member] })),
  sizes: { file: sharedTables.sizes.file, at: [sharedTables.sizes.member], aliases: 'aliases' },
  tiers: { file: 'catalogue.json', at: ['tiers', 'all'] },
  assets: { folder: 'assets' },
  drawings: { folder: 'drawings' },
};

/**
 * A kind of id in content: the name of the shared table that defines it, such as `colors`; a price tier; a picture in
 * `assets/`; a drawing.
 */
export type ReferenceKind = SharedTable | 'tiers' | 'assets' | 'drawings';

function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  map: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

/** Schemas of references whose format differs from `idSchema`. */
const otherSchemas: Partial<Record<ReferenceKind, z.ZodString>> = {
  assets: assetSchema,
  materials: z.string(),
  sizes: z.string(),
  tiers: z.string(),
};

const referenceKinds = z.registry<{ kind: ReferenceKind }>();

/**
 * Returns the schema of a member whose value is an id of the given kind. The schema checks only the format; rules
 * check that the id exists.
 */
export function referenceTo(kind: ReferenceKind): z.ZodString {
  // Cloned, because the kind must not be registered for the shared schema.
  return (otherSchemas[kind] ?? idSchema).clone().register(referenceKinds, { kind });
}

/**
 * Returns the kind of ids to which a schema from `referenceTo` refers, also after its method `.describe()`. Returns
 * undefined for other schemas.
 */
export function referredKind(schema: z.core.$ZodType): ReferenceKind | undefined {
  return referenceKinds.get(schema)?.kind;
}
