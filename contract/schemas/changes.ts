/** Schema of the answer of `/v1/products/changes`. */
import { z } from 'zod';
import { absenceReasons } from '../release.ts';

/**
 * The parts of a product's detail that are compared between releases: `prices` is its member `pricing`,
 * `stock` its `inventory` and `asOf`, `content` the rest.
 */
export const changeParts = ['content', 'prices', 'stock'] as const;
/** A part of a product's detail that is compared between releases. */
export type ChangePart = (typeof changeParts)[number];

/**
 * Reasons why a locale no longer shows a product, as they were when it lost the product. `market` means that other
 * locales still showed it then; they may have lost it since.
 */
const removalReasons = ['removed', 'market', ...absenceReasons] as const;

/** Validates the change of one product. */
export const productChangeSchema = z
  .object({
    sku: z.string().describe('SKU of the product.'),
    change: z.enum(['added', 'changed', 'removed']).describe('What happened to the product.'),
    parts: z
      .array(z.enum(changeParts))
      .exactOptional()
      .describe(
        'What changed in the detail. `prices`: its `pricing`. `stock`: its `inventory` and `asOf`. `content`: everything else. Only if `change` is `changed`.',
      ),
    revision: z
      .string()
      .exactOptional()
      .describe(
        'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. Absent if the product was removed.',
      ),
    removedAt: z.iso
      .datetime()
      .exactOptional()
      .describe('When the product was removed. Present only if `change` is `removed`.'),
    reason: z
      .enum(removalReasons)
      .exactOptional()
      .describe(
        'Why the product was removed. `renamed`: its new SKU is in `replacedBy`. `replaced`: the product in `replacedBy` takes its place. `ended`: its last day has passed. `upcoming`: its first day is in the future again. `draft`: it is a draft again, no longer public. `market`: it is no longer offered in the country of the locale. `removed`: the reason is not known. Further values may be added.',
      ),
    replacedBy: z
      .string()
      .exactOptional()
      .describe(
        'New SKU of the product, or SKU of the product that takes its place. Only if `reason` is `renamed` or `replaced`.',
      ),
  })
  .meta({ id: 'ProductChange', description: 'How a product changed between two releases.' });

/** Validates an answer of `/v1/products/changes`. */
export const changesSchema = z
  .object({
    from: z
      .string()
      .exactOptional()
      .describe('The value of `since`. Absent without `since`, or if `complete` is false.'),
    release: z.string().describe('The current release: the next value of `since`.'),
    releasedAt: z.iso
      .datetime()
      .describe(
        'When `release` last became current; a return of the server to this release counts, too. If this is earlier than in a previous answer, the new answer comes from an outdated cache or server: retry later.',
      ),
    retention: z
      .object({
        days: z
          .int()
          .positive()
          .describe('Days for which a release can be used as `since` after it has been replaced.'),
        releases: z
          .int()
          .positive()
          .describe('How many of the latest releases can be used as `since`; both limits apply.'),
      })
      .describe('How long changes are kept, in days and in releases.'),
    complete: z
      .boolean()
      .exactOptional()
      .describe(
        'False if `since` is unknown or too old: load the whole catalogue from `reload`. Absent without `since`.',
      ),
    changes: z
      .array(productChangeSchema)
      .exactOptional()
      .describe('The added, changed and removed products, sorted by SKU. Absent without `since`.'),
    reload: z
      .string()
      .meta({ format: 'uri' })
      .exactOptional()
      .describe('Address of the whole catalogue. Only if `complete` is false.'),
  })
  .meta({ id: 'Changes', description: 'What changed since a release.' });

/** The change of one product between two releases. */
export type ProductChange = z.infer<typeof productChangeSchema>;
/** An answer of `/v1/products/changes`. */
export type Changes = z.infer<typeof changesSchema>;
