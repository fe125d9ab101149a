/** Answer of `/v1/products/inventory`. */
import { z } from 'zod';
import { productDetailSchema } from './product.ts';

export const inventorySchema = z
  .object({
    asOf: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .describe('When the whole stock was counted, if known.'),
    release: z.string().describe('Id of the release that the stock belongs to.'),
    products: z
      .array(productDetailSchema.pick({ sku: true, asOf: true, inventory: true }))
      .describe('Every product of the locale, sorted by SKU.'),
  })
  .meta({ id: 'Inventory', description: "Every product's stock." });

export type Inventory = z.infer<typeof inventorySchema>;
