/** Answer of `/v1/products/changes` (decision 63). */
import { z } from 'zod';
import { absenceReasons } from '../release.ts';

/** The parts of a detail that are compared: `prices` is its `pricing`, `stock` its `inventory`, `content` the rest. */
export const changeParts = ['content', 'prices', 'stock'] as const;
export type ChangePart = (typeof changeParts)[number];

/** Why a product is not in the catalogue of a locale any more. */
const removalReasons = ['removed', 'market', ...absenceReasons] as const;

export const productChangeSchema = z
  .object({
    sku: z.string(),
    change: z.enum(['added', 'changed', 'removed']),
    parts: z
      .array(z.enum(changeParts))
      .exactOptional()
      .describe(
        'What changed in the detail: `prices` is its `pricing`, `stock` its `inventory`, `content` the rest. Only of a changed product.',
      ),
    revision: z
      .string()
      .exactOptional()
      .describe(
        'The first 16 hexadecimal digits of the SHA-256 of the detail, uncompressed. Not of a removed product.',
      ),
    removedAt: z.iso
      .datetime()
      .exactOptional()
      .describe('When a product was removed. Only of a removed one.'),
    reason: z
      .enum(removalReasons)
      .exactOptional()
      .describe(
        'Why: `renamed` or `replaced` by the product of `replacedBy`, `ended` on its last day, `upcoming` or a `draft` again, no longer sold in the `market` of the locale, or `removed` without a reason. More may be added.',
      ),
    replacedBy: z
      .string()
      .exactOptional()
      .describe('The SKU of the product that took its place. Only of a renamed or replaced one.'),
  })
  .meta({ id: 'ProductChange', description: 'What became of a product between two releases.' });

export const changesSchema = z
  .object({
    from: z.string().exactOptional().describe('The release of `since`, if it is known.'),
    release: z.string().describe('The current release: the next value of `since`.'),
    releasedAt: z.iso
      .datetime()
      .describe(
        'When it became current. An answer with an earlier moment than one before comes from a cache or a server that is behind: ask again later.',
      ),
    retention: z
      .object({ days: z.int().positive(), releases: z.int().positive() })
      .describe('How long, and for how many releases, changes are known.'),
    complete: z
      .boolean()
      .exactOptional()
      .describe('False if `since` is unknown or too old: load everything from `reload`.'),
    changes: z
      .array(productChangeSchema)
      .exactOptional()
      .describe('What differs, sorted by SKU. Absent without `since`.'),
    reload: z
      .string()
      .meta({ format: 'uri' })
      .exactOptional()
      .describe('Address of the whole catalogue. Only if `complete` is false.'),
  })
  .meta({ id: 'Changes', description: 'What changed since a release.' });

export type ProductChange = z.infer<typeof productChangeSchema>;
export type Changes = z.infer<typeof changesSchema>;
