/** Schema of the answer of `/v1/products` (specification, "Endpoints" and "Category and brand entries"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { productSummarySchema } from './product.ts';

/** Validates a category in the product list. */
export const categorySchema = z
  .object({
    name: z.string().describe('Name, localized.'),
    order: z.number().describe('Position among the categories, the smallest number first.'),
  })
  .meta({ id: 'Category', description: 'A category of products.' });

/** Validates a brand in the product list. */
export const brandSchema = z
  .object({
    name: z.string().describe('Name of the brand, the same in every language.'),
    description: z.string().describe('What the brand stands for, localized.'),
    url: z
      .string()
      .exactOptional()
      .describe("Address of the brand's page. Empty or absent if no page is published."),
  })
  .meta({ id: 'Brand', description: 'A brand of products.' });

/** Validates an answer of `/v1/products`. */
export const productListSchema = z
  .object({
    locale: z.enum(locales).describe('Locale of the answer.'),
    products: z
      .array(productSummarySchema)
      .describe(
        'Best sellers first, then new products, then the rest; each group is sorted by category.',
      ),
    categories: z.array(categorySchema).describe('The categories of the listed products.'),
    brands: z
      .record(z.string(), brandSchema)
      .describe('The brands of the listed products: a map whose key is the name of the brand.'),
  })
  .meta({ id: 'ProductList', description: 'Every product of a locale, with public prices.' });

/** An answer of `/v1/products`. */
export type ProductList = z.infer<typeof productListSchema>;
