/** Schema of the answer of `/v1/products/inventory`. */
import { z } from 'zod';
import { productDetailSchema } from './product.ts';

/** Validates an answer of `/v1/products/inventory`. */
export const inventorySchema = z
  .object({
    asOf: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .describe(
        'When the stock as a whole was counted, according to the operator; absent if that is not known. The `asOf` of a product comes from its own counts.',
      ),
    release: z.string().describe('Id of the release that the stock belongs to.'),
    products: z
      .array(productDetailSchema.pick({ sku: true, asOf: true, inventory: true }))
      .describe('Every product of the locale, sorted by SKU.'),
  })
  .meta({ id: 'Inventory', description: "Every product's stock." });

/** An answer of `/v1/products/inventory`: the stock of all products of a locale. */
export type Inventory = z.infer<typeof inventorySchema>;
