/** Schemas of the answer of `/v1/sync/activeProduct` and of the body of its errors (specification, "Endpoints"). */
import { z } from 'zod';

/** Validates an active product in the sync listing: one that at least one company sells. */
export const syncItemSchema = z
  .object({
    sku: z.string().describe('SKU of the product.'),
    slug: z.string().describe('Lower-case form of the SKU.'),
    productName: z.string().describe('Name, localized.'),
    brand: z.string().describe('Name of the brand.'),
    category: z.string().describe('Name of its category, localized.'),
    companies: z.array(z.string()).describe('Aliases of the companies that sell the product.'),
    status: z.literal('active').describe('Status of the product.'),
    url: z.string().meta({ format: 'uri' }).describe('Address of the product detail.'),
    updatedAt: z.iso
      .datetime()
      .describe('When the bytes of the product detail last changed in this locale.'),
    revision: z
      .string()
      .describe(
        'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. It changes only if the detail changes. Compare it with the revision that you stored or computed for your copy. If they differ, your detail is older or newer than the listing: ask for the changes. If they still differ, retry later.',
      ),
  })
  .meta({ id: 'SyncItem', description: 'A product that at least one company sells now.' });

/** Validates an answer of `/v1/sync/activeProduct`. */
export const syncListingSchema = z
  .array(syncItemSchema)
  .meta({ id: 'SyncListing', description: 'Active products, sorted by SKU.' });

/** Validates the body of an error of the sync route. */
export const plainErrorSchema = z.object({ error: z.string() }).meta({
  id: 'PlainError',
  description: 'Body of the 400 and 502 of the sync route; its other errors are problem documents.',
});

/** An active product in the sync listing: one that at least one company sells. */
export type SyncItem = z.infer<typeof syncItemSchema>;
/** The body of an error of the sync route. */
export type PlainError = z.infer<typeof plainErrorSchema>;
