/** Answer of `/v1/products` (spec, "Endpoints" and "Category and brand entries"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { productSummarySchema } from './product.ts';

export const categorySchema = z
  .object({ name: z.string(), order: z.number().describe('Display and sort order.') })
  .meta({ id: 'Category' });

export const brandSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    url: z.string().exactOptional().describe('Empty if no brand page is published.'),
  })
  .meta({ id: 'Brand' });

export const productListSchema = z
  .object({
    locale: z.enum(locales),
    products: z
      .array(productSummarySchema)
      .describe('Best sellers first, then new products, then the rest; each group by category.'),
    categories: z.array(categorySchema),
    brands: z.record(z.string(), brandSchema).describe('Keyed by brand label.'),
  })
  .meta({ id: 'ProductList', description: 'Every product of a locale, with public prices.' });

export type ProductList = z.infer<typeof productListSchema>;
